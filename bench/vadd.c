/* vadd.c - a vector add of 1M floats, 2,000 launches. Prints milliseconds from the first launch to the end.
 */
#include "bench.h"

#define COUNT (1 << 20)
#define LAUNCHES 2000

static const char source[] = "kernel void vadd(global const float *a, global const float *b, global float *c)"
                             "{ size_t i = get_global_id(0); c[i] = a[i] + b[i]; }";

int main(void)
{
    struct bench b;
    const size_t global = COUNT, bytes = COUNT * sizeof(cl_float);
    const cl_float one = 1;
    cl_mem buffers[3];
    bench_open(&b, source);
    cl_kernel kernel = bench_kernel(&b, "vadd");
    for (cl_uint i = 0; i < 3; i++) {
        buffers[i] = bench_buffer(&b, bytes);
        must(clEnqueueFillBuffer(b.queue, buffers[i], &one, sizeof one, 0, bytes, 0, NULL, NULL),
             "clEnqueueFillBuffer");
        must(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
    }
    must(clEnqueueNDRangeKernel(b.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL), "first launch");
    clFinish(b.queue);
    double start = bench_now(CLOCK_MONOTONIC);
    for (int i = 0; i < LAUNCHES; i++)
        must(clEnqueueNDRangeKernel(b.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
    must(clFinish(b.queue), "clFinish");
    printf("total_ms %.3f\n", (bench_now(CLOCK_MONOTONIC) - start) * 1e-6);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    bench_close(&b);
    return 0;
}
