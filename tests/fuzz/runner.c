/* runner.c - runs generated OpenCL programs (generate.py says how they describe themselves) and prints
 * hashes.
 *
 *     fuzz-runner [--dump FOLDER | --buffers] FILE...
 *
 * For each file one line on stdout, "NAME HASH" or "NAME build-failed" or "NAME failed"; NAME is the file's
 * without
 * ".cl". The hash is FNV-1a over all buffers after the last kernel, padding left out; with --buffers before
 * it "NAME.BUFFER HASH" for each one. FUZZ_PLATFORM: a part of the platform's name. OpenCL 1.2 calls only,
 * and nothing is kept: what runs this looks for leaks. */
#include "runner_image.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUFFERS = 128, MOST_SAMPLERS = 64, LINE_SIZE = 1024, BUILD_OPTIONS_SIZE = 1024 };

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
};

struct buffer {
    char name[64];
    char layout[256];
    size_t count, element;
    struct image_kind image; // type 0: it is a buffer
    unsigned char *bytes;    // before the kernels, then after
    cl_mem memory;
};

struct job {
    const struct device *device;
    const char *name; // the program's
    char *source;
    char options[BUILD_OPTIONS_SIZE];
    struct buffer buffers[MOST_BUFFERS];
    int buffer_count;
    cl_sampler samplers[MOST_SAMPLERS];
    int sampler_count;
    cl_program program;
    cl_kernel kernel;
    char kernel_name[128];
    cl_uint dimensions, argument;
    size_t global[3], local[3];
    bool has_local;
    bool built;
};

__attribute__((format(printf, 2, 3))) static bool fail(const struct job *job, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "fuzz-runner: %s: ", job->name);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return false;
}

/* ---- contents
 * -------------------------------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(0x2545F4914F6CDD1D) >> 16;
}

/* The next run of a layout: its code, and how many. */
static bool next_run(const char **layout, char *code, size_t *count)
{
    char *end;
    if (!**layout)
        return false;
    *code = **layout;
    *count = strtoul(*layout + 1, &end, 10);
    *layout = end;
    return true;
}

static size_t width(char code)
{
    return code == 'd' ? 8 : code == 'f' ? 4 : 1;
}

static size_t layout_size(const char *layout)
{
    size_t size = 0, count;
    char code;
    while (next_run(&layout, &code, &count))
        size += count * width(code);
    return size;
}

static void fill_one(unsigned char *at, char code, uint64_t *state)
{
    double small = ((double)(next_random(state) % 8001) - 4000) / 16; // few bits: sums of it are exact
    float single = (float)small;
    if (code == 'f')
        memcpy(at, &single, sizeof single);
    else if (code == 'd')
        memcpy(at, &small, sizeof small);
    else
        *at = code == 'u' ? (unsigned char)(next_random(state) >> 3) : 0;
}

static void fill(struct buffer *buffer, uint64_t seed)
{
    unsigned char *at = buffer->bytes;
    uint64_t state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    for (size_t i = 0; i < buffer->count; i++) {
        const char *layout = buffer->layout;
        size_t count;
        char code;
        while (next_run(&layout, &code, &count))
            for (size_t k = 0; k < count; k++, at += width(code))
                fill_one(at, code, &state);
    }
}

/* Stores to padding may be anything: none of it counts. */
static void clear_padding(struct buffer *buffer)
{
    unsigned char *at = buffer->bytes;
    for (size_t i = 0; i < buffer->count; i++) {
        const char *layout = buffer->layout;
        size_t count;
        char code;
        while (next_run(&layout, &code, &count)) {
            if (code == 'z')
                memset(at, 0, count);
            at += count * width(code);
        }
    }
}

static uint64_t hash(uint64_t sum, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* ---- the program's description
 * --------------------------------------------------------------------------------- */

static bool add_buffer(struct job *job, const char *text)
{
    struct buffer *buffer = &job->buffers[job->buffer_count];
    unsigned long seed;
    cl_int error;
    if (job->buffer_count == MOST_BUFFERS ||
        sscanf(text, "%63s %zu %255s %lu", buffer->name, &buffer->count, buffer->layout, &seed) != 4)
        return fail(job, "bad buffer: %s", text);
    buffer->element = layout_size(buffer->layout);
    size_t size = buffer->count * buffer->element;
    buffer->bytes = malloc(size);
    if (!buffer->bytes)
        return fail(job, "no memory");
    job->buffer_count++;
    fill(buffer, seed);
    buffer->memory = clCreateBuffer(job->device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                                    buffer->bytes, &error);
    return error == CL_SUCCESS || fail(job, "clCreateBuffer of %s: %d", buffer->name, error);
}

/* Pixels are described as a buffer's elements are. */
static bool add_image(struct job *job, const char *text)
{
    struct buffer *buffer = &job->buffers[job->buffer_count];
    char kind[32], order[16], type[32];
    unsigned long seed;
    size_t size[3];
    cl_int error;
    if (job->buffer_count == MOST_BUFFERS ||
        sscanf(text, "%63s %31s %15s %31s %zu %zu %zu %255s %lu", buffer->name, kind, order, type, &size[0],
               &size[1], &size[2], buffer->layout, &seed) != 9 ||
        !image_kind_read(&buffer->image, kind, order, type, size))
        return fail(job, "bad image: %s", text);
    buffer->count = size[0] * size[1] * size[2];
    buffer->element = layout_size(buffer->layout);
    buffer->bytes = malloc(buffer->count * buffer->element);
    if (!buffer->bytes)
        return fail(job, "no memory");
    job->buffer_count++;
    fill(buffer, seed);
    buffer->memory = image_create(job->device->context, &buffer->image, buffer->bytes, &error);
    return error == CL_SUCCESS || fail(job, "clCreateImage of %s: %d", buffer->name, error);
}

static bool add_option(struct job *job, const char *text)
{
    size_t used = strlen(job->options);
    int more = snprintf(job->options + used, sizeof job->options - used, "%s%s", used ? " " : "", text);
    return (size_t)more < sizeof job->options - used || fail(job, "too many options");
}

static void print_log(struct job *job)
{
    size_t size = 0;
    clGetProgramBuildInfo(job->program, job->device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = calloc(1, size + 1);
    if (log && clGetProgramBuildInfo(job->program, job->device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL) ==
                   CL_SUCCESS)
        fprintf(stderr, "fuzz-runner: %s: build log:\n%s\n", job->name, log);
    free(log);
}

static bool build(struct job *job)
{
    const char *source = job->source;
    cl_int error;
    job->program = clCreateProgramWithSource(job->device->context, 1, &source, NULL, &error);
    if (error != CL_SUCCESS)
        return fail(job, "clCreateProgramWithSource: %d", error);
    error = clBuildProgram(job->program, 1, &job->device->id, job->options, NULL, NULL);
    if (error != CL_SUCCESS) {
        print_log(job);
        return fail(job, "clBuildProgram: %d", error);
    }
    job->built = true;
    return true;
}

static bool launch(struct job *job)
{
    if (!job->kernel)
        return true;
    cl_int error = clEnqueueNDRangeKernel(job->device->queue, job->kernel, job->dimensions, NULL, job->global,
                                          job->has_local ? job->local : NULL, 0, NULL, NULL);
    clReleaseKernel(job->kernel);
    job->kernel = NULL;
    return error == CL_SUCCESS || fail(job, "clEnqueueNDRangeKernel of %s: %d", job->kernel_name, error);
}

static bool start_kernel(struct job *job, const char *text)
{
    cl_int error;
    if (!launch(job) || (!job->program && !build(job)))
        return false;
    if (sscanf(text, "%127s %u", job->kernel_name, &job->dimensions) != 2)
        return fail(job, "bad kernel: %s", text);
    job->argument = 0;
    job->kernel = clCreateKernel(job->program, job->kernel_name, &error);
    return error == CL_SUCCESS || fail(job, "clCreateKernel of %s: %d", job->kernel_name, error);
}

static bool set_argument(struct job *job, size_t size, const void *value)
{
    cl_int error = clSetKernelArg(job->kernel, job->argument, size, value);
    if (error != CL_SUCCESS)
        return fail(job, "clSetKernelArg %u of %s: %d", job->argument, job->kernel_name, error);
    job->argument++;
    return true;
}

static bool set_buffer(struct job *job, const char *name)
{
    for (int i = 0; i < job->buffer_count; i++)
        if (!strcmp(job->buffers[i].name, name))
            return set_argument(job, sizeof(cl_mem), &job->buffers[i].memory);
    return fail(job, "no buffer %s", name);
}

static bool set_sampler(struct job *job, const char *text)
{
    cl_int error;
    if (job->sampler_count == MOST_SAMPLERS)
        return fail(job, "too many samplers");
    cl_sampler *sampler = &job->samplers[job->sampler_count];
    *sampler = sampler_create(job->device->context, text, &error);
    if (error != CL_SUCCESS)
        return fail(job, "clCreateSampler of %s: %d", text, error);
    job->sampler_count++;
    return set_argument(job, sizeof *sampler, sampler);
}

static bool set_bytes(struct job *job, const char *hex)
{
    // As aligned as any type of OpenCL.
    _Alignas(128) unsigned char bytes[LINE_SIZE / 2];
    size_t size = strlen(hex) / 2;
    for (size_t i = 0; i < size; i++) {
        unsigned value;
        if (sscanf(hex + 2 * i, "%2x", &value) != 1)
            return fail(job, "bad bytes: %s", hex);
        bytes[i] = (unsigned char)value;
    }
    return set_argument(job, size, bytes);
}

static bool add_argument(struct job *job, const char *text)
{
    if (!strncmp(text, "buffer ", 7) || !strncmp(text, "image ", 6))
        return set_buffer(job, strchr(text, ' ') + 1);
    if (!strncmp(text, "sampler ", 8))
        return set_sampler(job, text + 8);
    if (!strncmp(text, "local ", 6))
        return set_argument(job, strtoul(text + 6, NULL, 10), NULL);
    if (!strncmp(text, "bytes ", 6))
        return set_bytes(job, text + 6);
    return fail(job, "bad argument: %s", text);
}

static bool set_range(struct job *job, size_t *sizes, const char *text)
{
    int read = sscanf(text, "%zu %zu %zu", &sizes[0], &sizes[1], &sizes[2]);
    return read == (int)job->dimensions || fail(job, "bad range: %s", text);
}

static bool set_local(struct job *job, const char *text)
{
    job->has_local = strcmp(text, "null") != 0;
    return !job->has_local || set_range(job, job->local, text);
}

static bool obey(struct job *job, const char *word, const char *rest)
{
    if (!strcmp(word, "expect") || !strcmp(word, "value"))
        return true; // what fuzz.py looks for
    if (!strcmp(word, "option"))
        return add_option(job, rest);
    if (!strcmp(word, "buffer"))
        return add_buffer(job, rest);
    if (!strcmp(word, "image"))
        return add_image(job, rest);
    if (!strcmp(word, "kernel"))
        return start_kernel(job, rest);
    if (!strcmp(word, "global"))
        return set_range(job, job->global, rest);
    if (!strcmp(word, "local"))
        return set_local(job, rest);
    if (!strcmp(word, "arg"))
        return add_argument(job, rest);
    return fail(job, "what is \"%s\"?", word);
}

/* Obeys the description line by line, up to its end. */
static bool run_description(struct job *job)
{
    const char *at = strchr(job->source, '\n');
    if (!at || strncmp(job->source, "/* fuzz 1\n", 10) != 0)
        return fail(job, "no description at its beginning");
    while (strncmp(++at, "end */", 6) != 0) {
        char line[LINE_SIZE];
        size_t size = strcspn(at, "\n");
        if (!at[size] || size >= sizeof line)
            return fail(job, "its description has no end, or a line that is too long");
        memcpy(line, at, size);
        line[size] = 0;
        char *rest = line + strcspn(line, " ");
        if (*rest)
            *rest++ = 0;
        if (!obey(job, line, rest))
            return false;
        at += size;
    }
    return launch(job);
}

/* ---- results
 * --------------------------------------------------------------------------------------------------- */

static bool dump(const struct job *job, const struct buffer *buffer, const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.%s", folder, job->name, buffer->name);
    FILE *file = fopen(path, "wb");
    if (!file)
        return fail(job, "can't write %s", path);
    size_t size = buffer->count * buffer->element, written = fwrite(buffer->bytes, 1, size, file);
    return (fclose(file) == 0 && written == size) || fail(job, "can't write %s", path);
}

static const uint64_t hash_start = UINT64_C(0xcbf29ce484222325);

static bool read_back(struct job *job, const char *folder, bool each, uint64_t *sum)
{
    *sum = hash_start;
    for (int i = 0; i < job->buffer_count; i++) {
        struct buffer *buffer = &job->buffers[i];
        size_t size = buffer->count * buffer->element;
        cl_int error = buffer->image.type
                           ? image_read(job->device->queue, buffer->memory, &buffer->image, buffer->bytes)
                           : clEnqueueReadBuffer(job->device->queue, buffer->memory, CL_TRUE, 0, size,
                                                 buffer->bytes, 0, NULL, NULL);
        if (error != CL_SUCCESS)
            return fail(job, "reading %s: %d", buffer->name, error);
        clear_padding(buffer);
        *sum = hash(*sum, buffer->bytes, size);
        if (each)
            printf("%s.%s %016llx\n", job->name, buffer->name,
                   (unsigned long long)hash(hash_start, buffer->bytes, size));
        if (folder && !dump(job, buffer, folder))
            return false;
    }
    return true;
}

static void clean_up(struct job *job)
{
    clFinish(job->device->queue);
    for (int i = 0; i < job->buffer_count; i++) {
        if (job->buffers[i].memory)
            clReleaseMemObject(job->buffers[i].memory);
        free(job->buffers[i].bytes);
    }
    if (job->kernel)
        clReleaseKernel(job->kernel);
    for (int i = 0; i < job->sampler_count; i++)
        clReleaseSampler(job->samplers[i]);
    if (job->program)
        clReleaseProgram(job->program);
    free(job->source);
}

/* ---- files and devices
 * ----------------------------------------------------------------------------------------- */

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = NULL;
    size_t size = 0, used = 0, got;
    do {
        size = used + 65536;
        char *more = realloc(text, size + 1);
        if (!more)
            break;
        text = more;
        got = fread(text + used, 1, size - used, file);
        used += got;
    } while (got > 0);
    if (text)
        text[used] = 0;
    fclose(file);
    return text;
}

static bool run_file(const struct device *device, const char *path, const char *folder, bool each)
{
    const char *slash = strrchr(path, '/');
    char name[128];
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
    name[strcspn(name, ".")] = 0;
    struct job job = {.device = device, .name = name, .source = read_file(path)};
    uint64_t sum = 0;
    bool ok = job.source ? run_description(&job) && read_back(&job, folder, each, &sum)
                         : fail(&job, "can't read %s", path);
    if (ok)
        printf("%s %016llx\n", name, (unsigned long long)sum);
    else
        printf("%s %s\n", name, job.program && !job.built ? "build-failed" : "failed");
    fflush(stdout); // what was done is known even if the next one kills this process
    clean_up(&job);
    return ok;
}

static bool platform_fits(cl_platform_id platform, const char *wanted)
{
    char name[256] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    return !wanted || strstr(name, wanted);
}

static bool find_device(struct device *device)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
        return false;
    for (cl_uint i = 0; i < count && i < 16; i++)
        if (platform_fits(platforms[i], getenv("FUZZ_PLATFORM")))
            return clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device->id, NULL) == CL_SUCCESS;
    return false;
}

static bool open_device(struct device *device)
{
    cl_int error = CL_DEVICE_NOT_FOUND;
    if (find_device(device))
        device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &error);
    if (device->context)
        device->queue = clCreateCommandQueue(device->context, device->id, 0, &error);
    if (device->queue)
        return true;
    fprintf(stderr, "fuzz-runner: no device (%d)\n", error);
    if (device->context)
        clReleaseContext(device->context);
    return false;
}

int main(int argc, char **argv)
{
    const char *folder = NULL;
    int first = 1, failed = 0;
    bool each = false;
    if (argc > 2 && !strcmp(argv[1], "--dump")) {
        folder = argv[2];
        first = 3;
    } else if (argc > 1 && !strcmp(argv[1], "--buffers")) {
        each = true;
        first = 2;
    }
    if (first >= argc) {
        fprintf(stderr, "usage: fuzz-runner [--dump FOLDER | --buffers] FILE...\n");
        return 2;
    }
    struct device device = {0};
    if (!open_device(&device))
        return 2;
    for (int i = first; i < argc; i++)
        failed += !run_file(&device, argv[i], folder, each);
    clReleaseCommandQueue(device.queue);
    clReleaseContext(device.context);
    return failed > 0;
}
