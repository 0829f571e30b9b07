/*
 * sanitizer.c - twelve ordinary kernels, to see what checking them costs. Run bare, under cldoctor, under
 * Oclgrind.
 *
 *   bench-sanitizer [--kernel NAME] [--size small|cpu|gpu] [--repeat N] [--source FILE]
 *
 * One line a kernel: its device time by profiling events, the wall time from its launch until it is finished,
 * and a checksum of what it wrote. Results are compared with the host's; inputs are small integers, so floats
 * are exact.
 */
#include "../bench.h"
#include "inputs.h"

#include <math.h>
#include <string.h>

enum { SMALL, CPU, GPU, SIZES };
enum { TILE = 16, GROUP = 256, BINS = 256, GROUPS = 1024, PER_ROW = 16, MAX_BUFFERS = 5, WARM_UP = 2 };

struct data {
    void *bytes;
    size_t size;
    cl_mem buffer;
};

/* What a kernel is measured with: data[output] is what it writes, as `written` says. */
struct job {
    struct bench *b;
    const char *name;
    size_t n; /* the size from the table below: elements, or a side */
    cl_kernel kernel;
    cl_uint arguments, dimensions;
    size_t global[3], local[3];
    struct data data[MAX_BUFFERS];
    int buffers, output;
    int in_place; /* starts from what it finds in its output */
    enum { FLOATS, INTS } written;
};

struct spec {
    const char *name;
    size_t n[SIZES];
    void (*prepare)(struct job *);
    int (*right)(const struct job *); /* is data[output].bytes, read back, what it should be? */
};

/* ---- inputs ---- */

/* Adds a buffer, which is the kernel's next argument, and takes `bytes` over (from inputs.h); NULL means
 * zeros. */
static void *add(struct job *j, void *bytes, size_t size)
{
    cl_int error;
    struct data *d = &j->data[j->buffers++];
    d->bytes = bytes ? bytes : room(size);
    d->size = size;
    d->buffer =
        clCreateBuffer(j->b->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, d->bytes, &error);
    must(error, "clCreateBuffer");
    must(clSetKernelArg(j->kernel, j->arguments++, sizeof d->buffer, &d->buffer), "clSetKernelArg");
    return d->bytes;
}

static void add_int(struct job *j, size_t value)
{
    cl_int v = (cl_int)value;
    must(clSetKernelArg(j->kernel, j->arguments++, sizeof v, &v), "clSetKernelArg");
}

static void range(struct job *j, cl_uint dimensions, size_t x, size_t y, size_t z, size_t lx, size_t ly,
                  size_t lz)
{
    const size_t global[3] = {x, y, z}, local[3] = {lx, ly, lz};
    j->dimensions = dimensions;
    for (int d = 0; d < 3; d++) {
        j->local[d] = local[d];
        j->global[d] = (global[d] + local[d] - 1) / local[d] * local[d];
    }
}

static const float *floats(const struct job *j, int which)
{
    return j->data[which].bytes;
}

/* ---- the kernels: what they are given, and what must come out; large results are compared in 10,000 places
 * ---- */

#define EACH_SAMPLE(i, n) for (size_t step_ = (n) / 10000 + 1, i = 0; i < (n); i += step_)

static void prepare_vadd(struct job *j)
{
    add(j, small_floats(j->n), j->n * 4);
    add(j, small_floats(j->n), j->n * 4);
    add(j, NULL, j->n * 4);
    add_int(j, j->n);
    range(j, 1, j->n, 1, 1, GROUP, 1, 1);
    j->output = 2;
}

static int right_vadd(const struct job *j)
{
    EACH_SAMPLE(i, j->n)
    if (floats(j, 2)[i] != floats(j, 0)[i] + floats(j, 1)[i])
        return 0;
    return 1;
}

static void prepare_stencil(struct job *j)
{
    size_t bytes = j->n * j->n * 4;
    add(j, small_floats(j->n * j->n), bytes);
    add(j, NULL, bytes);
    add_int(j, j->n);
    add_int(j, j->n);
    range(j, 2, j->n, j->n, 1, TILE, TILE, 1);
    j->output = 1;
}

static int right_stencil(const struct job *j)
{
    const float *in = floats(j, 0), *out = floats(j, 1);
    EACH_SAMPLE(i, j->n * j->n)
    {
        size_t x = i % j->n, y = i / j->n;
        float want = 0;
        if (x > 0 && y > 0 && x < j->n - 1 && y < j->n - 1)
            want = 0.125f * (4 * in[i] + in[i - 1] + in[i + 1] + in[i - j->n] + in[i + j->n]);
        if (out[i] != want)
            return 0;
    }
    return 1;
}

static void prepare_matmul(struct job *j)
{
    size_t bytes = j->n * j->n * 4;
    add(j, small_floats(j->n * j->n), bytes);
    add(j, small_floats(j->n * j->n), bytes);
    add(j, NULL, bytes);
    add_int(j, j->n);
    range(j, 2, j->n, j->n, 1, TILE, TILE, 1);
    j->output = 2;
}

static int right_matmul(const struct job *j)
{
    const float *a = floats(j, 0), *b = floats(j, 1), *c = floats(j, 2);
    EACH_SAMPLE(i, j->n * j->n)
    {
        float sum = 0;
        for (size_t k = 0; k < j->n; k++)
            sum += a[i / j->n * j->n + k] * b[k * j->n + i % j->n];
        if (c[i] != sum)
            return 0;
    }
    return 1;
}

static void prepare_gather(struct job *j)
{
    add(j, small_floats(j->n), j->n * 4);
    add(j, near_indices(j->n), j->n * 4);
    add(j, NULL, j->n * 4);
    add_int(j, j->n);
    range(j, 1, j->n, 1, 1, GROUP, 1, 1);
    j->output = 2;
}

static int right_gather(const struct job *j)
{
    const cl_uint *index = j->data[1].bytes;
    EACH_SAMPLE(i, j->n)
    if (floats(j, 2)[i] != floats(j, 0)[index[i]])
        return 0;
    return 1;
}

static void prepare_histogram(struct job *j)
{
    cl_uchar *bytes = room(j->n);
    for (size_t i = 0; i < j->n; i++)
        bytes[i] = (cl_uchar)scramble(i);
    add(j, bytes, j->n);
    add(j, NULL, BINS * 4);
    add_int(j, j->n);
    size_t groups = j->n / GROUP < GROUPS ? j->n / GROUP : GROUPS;
    range(j, 1, groups * GROUP, 1, 1, GROUP, 1, 1);
    j->output = 1;
    j->in_place = 1;
    j->written = INTS;
}

static int right_histogram(const struct job *j)
{
    cl_uint want[BINS] = {0};
    for (size_t i = 0; i < j->n; i++)
        want[((const cl_uchar *)j->data[0].bytes)[i]]++;
    return memcmp(want, j->data[1].bytes, sizeof want) == 0;
}

static void prepare_reduction(struct job *j)
{
    cl_int *values = room(j->n * sizeof *values);
    for (size_t i = 0; i < j->n; i++)
        values[i] = (cl_int)(scramble(i) & 15);
    size_t groups = j->n / GROUP < GROUPS ? j->n / GROUP : GROUPS;
    cl_ulong n = j->n;
    add(j, values, j->n * 4);
    add(j, NULL, groups * 4);
    must(clSetKernelArg(j->kernel, j->arguments++, GROUP * sizeof(cl_int), NULL), "clSetKernelArg");
    must(clSetKernelArg(j->kernel, j->arguments++, sizeof n, &n), "clSetKernelArg");
    range(j, 1, groups * GROUP, 1, 1, GROUP, 1, 1);
    j->output = 1;
    j->written = INTS;
}

static int right_reduction(const struct job *j)
{
    long want = 0, sum = 0;
    for (size_t i = 0; i < j->n; i++)
        want += ((const cl_int *)j->data[0].bytes)[i];
    for (size_t i = 0; i < j->data[1].size / 4; i++)
        sum += ((const cl_int *)j->data[1].bytes)[i];
    return sum == want;
}

static void prepare_nbody(struct job *j)
{
    add(j, small_floats(j->n * 4), j->n * 16);
    add(j, NULL, j->n * 16);
    add_int(j, j->n);
    range(j, 1, j->n, 1, 1, GROUP, 1, 1);
    j->output = 1;
}

static int right_nbody(const struct job *j)
{
    const float *body = floats(j, 0), *force = floats(j, 1);
    for (size_t i = 0; i < j->n; i += j->n / 16) {
        double want[3] = {0};
        for (size_t k = 0; k < j->n; k++) {
            double d[3], r2 = 1;
            for (int c = 0; c < 3; c++) {
                d[c] = body[k * 4 + c] - body[i * 4 + c];
                r2 += d[c] * d[c];
            }
            for (int c = 0; c < 3; c++)
                want[c] += d[c] * body[k * 4 + 3] / (r2 * sqrt(r2));
        }
        for (int c = 0; c < 3; c++)
            if (fabs(want[c] - force[i * 4 + c]) > 1e-3 * (double)j->n)
                return 0;
    }
    return 1;
}

static void prepare_transpose(struct job *j)
{
    prepare_stencil(j); /* takes the same */
}

static int right_transpose(const struct job *j)
{
    EACH_SAMPLE(i, j->n * j->n)
    if (floats(j, 1)[i] != floats(j, 0)[i % j->n * j->n + i / j->n])
        return 0;
    return 1;
}

/* Rows of 0 to 2 * PER_ROW values, most of them near the diagonal. */
static void prepare_spmv(struct job *j)
{
    cl_int *rows = room((j->n + 1) * sizeof *rows);
    for (size_t i = 0; i < j->n; i++)
        rows[i + 1] = rows[i] + (cl_int)(scramble(i) % (2 * PER_ROW + 1));
    size_t count = (size_t)rows[j->n];
    cl_int *columns = room(count * sizeof *columns);
    for (size_t i = 0; i < j->n; i++)
        for (cl_int k = rows[i]; k < rows[i + 1]; k++)
            columns[k] = (cl_int)((i + scramble((size_t)k) % ((k & 7) ? 256 : j->n)) % j->n);
    add(j, rows, (j->n + 1) * 4);
    add(j, columns, count * 4);
    add(j, small_floats(count), count * 4);
    add(j, small_floats(j->n), j->n * 4);
    add(j, NULL, j->n * 4);
    add_int(j, j->n);
    range(j, 1, j->n, 1, 1, 128, 1, 1);
    j->output = 4;
}

static int right_spmv(const struct job *j)
{
    const cl_int *rows = j->data[0].bytes, *columns = j->data[1].bytes;
    EACH_SAMPLE(i, j->n)
    {
        float sum = 0;
        for (cl_int k = rows[i]; k < rows[i + 1]; k++)
            sum += floats(j, 2)[k] * floats(j, 3)[columns[k]];
        if (floats(j, 4)[i] != sum)
            return 0;
    }
    return 1;
}

static void prepare_convolution(struct job *j)
{
    size_t count = j->n * j->n * j->n;
    add(j, small_floats(count), count * 4);
    add(j, small_floats(27), 27 * 4);
    add(j, NULL, count * 4);
    for (int i = 0; i < 3; i++)
        add_int(j, j->n);
    range(j, 3, j->n, j->n, j->n, 32, 4, 2);
    j->output = 2;
}

static int right_convolution(const struct job *j)
{
    const float *in = floats(j, 0), *filter = floats(j, 1), *out = floats(j, 2);
    long n = (long)j->n;
    EACH_SAMPLE(i, j->n * j->n * j->n)
    {
        long x = (long)i % n, y = (long)i / n % n, z = (long)i / n / n;
        float sum = 0;
        if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
            for (int k = 0; k < 27; k++)
                sum += in[((z + k / 9 - 1) * n + y + k / 3 % 3 - 1) * n + x + k % 3 - 1] * filter[k];
        if (out[i] != sum)
            return 0;
    }
    return 1;
}

static void prepare_bitonic(struct job *j)
{
    cl_uint *keys = room(j->n * sizeof *keys);
    for (size_t i = 0; i < j->n; i++)
        keys[i] = scramble(i) >> 4;
    add(j, keys, j->n * 4);
    range(j, 1, j->n, 1, 1, GROUP, 1, 1);
    j->output = 0;
    j->in_place = 1;
    j->written = INTS;
}

static int right_bitonic(const struct job *j)
{
    const cl_uint *keys = j->data[0].bytes;
    unsigned long sum = 0, want = 0;
    for (size_t i = 0; i < j->n; i++) {
        if (i && keys[i - 1] > keys[i])
            return 0;
        sum += keys[i];
        want += scramble(i) >> 4;
    }
    return sum == want;
}

static const struct spec specs[] = {
    {"vadd", {1 << 16, 4 << 20, 64 << 20}, prepare_vadd, right_vadd},
    {"stencil", {256, 2048, 8192}, prepare_stencil, right_stencil},
    {"matmul", {64, 384, 2048}, prepare_matmul, right_matmul},
    {"tiled", {64, 384, 2048}, prepare_matmul, right_matmul},
    {"gather", {1 << 16, 4 << 20, 64 << 20}, prepare_gather, right_gather},
    {"histogram", {1 << 16, 4 << 20, 64 << 20}, prepare_histogram, right_histogram},
    {"reduction", {1 << 17, 8 << 20, 64 << 20}, prepare_reduction, right_reduction},
    {"nbody", {512, 4096, 32768}, prepare_nbody, right_nbody},
    {"transpose", {256, 2048, 8192}, prepare_transpose, right_transpose},
    {"spmv", {1 << 13, 1 << 18, 4 << 20}, prepare_spmv, right_spmv},
    {"convolution", {32, 128, 384}, prepare_convolution, right_convolution},
    {"bitonic", {1 << 11, 1 << 18, 4 << 20}, prepare_bitonic, right_bitonic},
};

/* ---- measuring ---- */

static double launch(struct job *j, cl_command_queue queue) /* nanoseconds on the device */
{
    cl_event event;
    cl_ulong start, end;
    must(clEnqueueNDRangeKernel(queue, j->kernel, j->dimensions, NULL, j->global, j->local, 0, NULL, &event),
         j->name);
    must(clWaitForEvents(1, &event), j->name);
    must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL), "start");
    must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "end");
    clReleaseEvent(event);
    return (double)(end - start);
}

/* The kernel once: a sort takes many launches. */
static double once(struct job *j, cl_command_queue queue)
{
    if (strcmp(j->name, "bitonic") != 0)
        return launch(j, queue);
    double sum = 0;
    for (cl_uint block = 2; block <= j->n; block *= 2) {
        must(clSetKernelArg(j->kernel, 2, sizeof block, &block), "clSetKernelArg");
        for (cl_uint distance = block / 2; distance > 0; distance /= 2) {
            must(clSetKernelArg(j->kernel, 1, sizeof distance, &distance), "clSetKernelArg");
            sum += launch(j, queue);
        }
    }
    return sum;
}

static double checksum(const struct job *j)
{
    const struct data *d = &j->data[j->output];
    return j->written == FLOATS ? sum_floats(d->bytes, d->size / 4) : sum_ints(d->bytes, d->size / 4);
}

static int measure(struct bench *b, cl_command_queue queue, const struct spec *spec, int size, int repeat)
{
    struct job j = {.b = b, .name = spec->name, .n = spec->n[size], .kernel = bench_kernel(b, spec->name)};
    double *device = room((size_t)repeat * sizeof *device), *wall = room((size_t)repeat * sizeof *wall);
    int warm_up = repeat < WARM_UP ? 0 : WARM_UP;
    spec->prepare(&j);
    struct data *out = &j.data[j.output];
    for (int i = -warm_up; i < repeat; i++) {
        if (j.in_place)
            must(clEnqueueWriteBuffer(queue, out->buffer, CL_TRUE, 0, out->size, out->bytes, 0, NULL, NULL),
                 "write");
        double start = bench_now(CLOCK_MONOTONIC), took = once(&j, queue);
        if (i >= 0) {
            device[i] = took;
            wall[i] = bench_now(CLOCK_MONOTONIC) - start;
        }
    }
    must(clEnqueueReadBuffer(queue, out->buffer, CL_TRUE, 0, out->size, out->bytes, 0, NULL, NULL), "read");
    int right = spec->right(&j);
    qsort(device, (size_t)repeat, sizeof *device, compare_times);
    qsort(wall, (size_t)repeat, sizeof *wall, compare_times);
    printf("kernel=%s median_us=%.3f min_us=%.3f wall_us=%.3f checksum=%.17g right=%s\n", j.name,
           device[repeat / 2] * 1e-3, device[0] * 1e-3, wall[repeat / 2] * 1e-3, checksum(&j),
           right ? "yes" : "NO");
    fflush(stdout);
    for (int i = 0; i < j.buffers; i++) {
        clReleaseMemObject(j.data[i].buffer);
        release(j.data[i].bytes);
    }
    clReleaseKernel(j.kernel);
    free(device);
    free(wall);
    return right;
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        exit(1);
    }
    char *text = room(1 << 16);
    size_t got = fread(text, 1, (1 << 16) - 1, f);
    text[got] = 0;
    fclose(f);
    return text;
}

static int usage(void)
{
    fprintf(stderr,
            "usage: bench-sanitizer [--kernel NAME] [--size small|cpu|gpu] [--repeat N] [--source FILE]\n");
    return 2;
}

int main(int argc, char **argv)
{
    static const char *const sizes[] = {"small", "cpu", "gpu"};
    const char *only = NULL, *source = BENCH_KERNELS;
    int size = CPU, repeat = 9, known = 0, failed = 0;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            return usage();
        if (strcmp(argv[i], "--kernel") == 0)
            only = argv[i + 1];
        else if (strcmp(argv[i], "--source") == 0)
            source = argv[i + 1];
        else if (strcmp(argv[i], "--repeat") == 0)
            repeat = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--size") == 0)
            for (size = 0; size < SIZES && strcmp(argv[i + 1], sizes[size]) != 0;)
                size++;
        else
            return usage();
    }
    if (size == SIZES || repeat < 1)
        return usage();

    struct bench b;
    cl_int error;
    char *text = read_file(source);
    bench_open(&b, text);
    cl_command_queue queue = clCreateCommandQueue(b.context, b.device, CL_QUEUE_PROFILING_ENABLE, &error);
    must(error, "clCreateCommandQueue");
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        if (only && strcmp(only, specs[i].name) != 0)
            continue;
        known = 1;
        failed |= !measure(&b, queue, &specs[i], size, repeat);
    }
    clReleaseCommandQueue(queue);
    bench_close(&b);
    free(text);
    return known ? failed : usage();
}
