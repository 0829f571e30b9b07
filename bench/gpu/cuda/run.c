/*
 * run.c - five kernels of bench/sanitizer in CUDA, bare or under compute-sanitizer: the same inputs, sizes
 * and lines as bench-sanitizer's. Needs nothing but NVIDIA's driver.
 *
 *   bench-cuda CUBIN [REPEAT]
 */
#include "../../sanitizer/inputs.h"

#include <dlfcn.h>
#include <string.h>

enum { TILE = 16, GROUP = 256, MAX_REPEAT = 100, WARM_UP = 1 };

typedef unsigned long long pointer; /* CUdeviceptr */
typedef void *handle;               /* CUcontext, CUmodule, CUfunction, CUevent, CUstream */

/* What is needed of cuda.h: X(function, its parameters). */
#define FUNCTIONS(X)                                                                                         \
    X(cuInit, (unsigned))                                                                                    \
    X(cuDeviceGet, (int *, int))                                                                             \
    X(cuDevicePrimaryCtxRetain, (handle *, int))                                                             \
    X(cuCtxSetCurrent, (handle))                                                                             \
    X(cuModuleLoad, (handle *, const char *))                                                                \
    X(cuModuleGetFunction, (handle *, handle, const char *))                                                 \
    X(cuMemAlloc_v2, (pointer *, size_t))                                                                    \
    X(cuMemFree_v2, (pointer))                                                                               \
    X(cuMemcpyHtoD_v2, (pointer, const void *, size_t))                                                      \
    X(cuMemcpyDtoH_v2, (void *, pointer, size_t))                                                            \
    X(cuEventCreate, (handle *, unsigned))                                                                   \
    X(cuEventRecord, (handle, handle))                                                                       \
    X(cuEventSynchronize, (handle))                                                                          \
    X(cuEventElapsedTime, (float *, handle, handle))                                                         \
    X(cuLaunchKernel, (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, \
                       void **, void **))
#define DECLARE(name, parameters) static int(*name) parameters;
FUNCTIONS(DECLARE)

static void *driver;

static void *find(const char *name)
{
    void *f = dlsym(driver, name);
    if (!f) {
        fprintf(stderr, "libcuda.so.1 has no %s\n", name);
        exit(1);
    }
    return f;
}

static void must(int error, const char *what)
{
    if (error == 0)
        return;
    fprintf(stderr, "%s failed with %d\n", what, error);
    exit(1);
}

#define CALL(name, ...) must(name(__VA_ARGS__), #name)

static handle module, started, ended;

static void start(const char *cubin)
{
    int device;
    handle context;
    driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!driver) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
#define FIND(name, parameters) *(void **)&name = find(#name);
    FUNCTIONS(FIND)
    CALL(cuInit, 0);
    CALL(cuDeviceGet, &device, 0);
    CALL(cuDevicePrimaryCtxRetain, &context, device);
    CALL(cuCtxSetCurrent, context);
    CALL(cuModuleLoad, &module, cubin);
    CALL(cuEventCreate, &started, 0);
    CALL(cuEventCreate, &ended, 0);
}

static pointer upload(const void *bytes, size_t size)
{
    pointer p;
    CALL(cuMemAlloc_v2, &p, size);
    CALL(cuMemcpyHtoD_v2, p, bytes, size);
    return p;
}

static double launch(handle function, int dimensions, size_t n, void **arguments) /* microseconds */
{
    unsigned x = dimensions == 1 ? GROUP : TILE, y = dimensions == 1 ? 1 : TILE,
             blocks = (unsigned)((n + x - 1) / x);
    float ms;
    CALL(cuEventRecord, started, NULL);
    CALL(cuLaunchKernel, function, blocks, dimensions == 1 ? 1 : blocks, 1, x, y, 1, 0, NULL, arguments,
         NULL);
    CALL(cuEventRecord, ended, NULL);
    CALL(cuEventSynchronize, ended);
    CALL(cuEventElapsedTime, &ms, started, ended);
    return (double)ms * 1e3;
}

/* The buffers are in, out; or in, in, out. */
static void measure(const char *name, int dimensions, size_t n, int repeat)
{
    size_t count = dimensions == 1 ? n : n * n;
    int inputs = strcmp(name, "stencil") == 0 ? 1 : 2, size = (int)n;
    pointer buffers[3];
    void *arguments[5];
    double us[MAX_REPEAT];
    handle function;
    CALL(cuModuleGetFunction, &function, module, name);
    float *out = room(count * 4);
    for (int i = 0; i < inputs; i++) {
        int indices = i == 1 && strcmp(name, "gather") == 0;
        void *bytes = indices ? (void *)near_indices(count) : (void *)small_floats(count);
        buffers[i] = upload(bytes, count * 4);
        release(bytes);
    }
    buffers[inputs] = upload(out, count * 4);
    for (int i = 0; i <= inputs; i++)
        arguments[i] = &buffers[i];
    arguments[inputs + 1] = arguments[inputs == 1 ? 3 : 4] = &size; /* the stencil's is width and height */
    for (int i = -WARM_UP; i < repeat; i++) {
        double took = launch(function, dimensions, n, arguments);
        if (i >= 0)
            us[i] = took;
    }
    CALL(cuMemcpyDtoH_v2, out, buffers[inputs], count * 4);
    qsort(us, (size_t)repeat, sizeof *us, compare_times);
    printf("kernel=%s median_us=%.3f min_us=%.3f checksum=%.17g\n", name, us[repeat / 2], us[0],
           sum_floats(out, count));
    fflush(stdout);
    free(out);
    for (int i = 0; i <= inputs; i++)
        CALL(cuMemFree_v2, buffers[i]);
}

int main(int argc, char **argv)
{
    int repeat = argc > 2 ? atoi(argv[2]) : 9;
    if (argc < 2 || repeat < 1 || repeat > MAX_REPEAT) {
        fprintf(stderr, "usage: bench-cuda CUBIN [REPEAT]\n");
        return 2;
    }
    start(argv[1]);
    measure("vadd", 1, 64 << 20, repeat);
    measure("stencil", 2, 8192, repeat);
    measure("matmul", 2, 2048, repeat);
    measure("tiled", 2, 2048, repeat);
    measure("gather", 1, 64 << 20, repeat);
    return 0;
}
