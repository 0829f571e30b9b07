/*
 * guard.c - what guard bands cost a program whose kernels run as they are: launches with three buffers each.
 *
 * guard [LAUNCHES]: prints milliseconds: 2,000 (or LAUNCHES) tiny launches with one wait at the end, the same
 * with a wait after each, and 400 vector adds of 1M floats with a wait after each.
 */
#include "bench.h"

#define COUNT (1 << 20)
#define ADDS 400

static const char source[] = "kernel void vadd(global const float *a, global const float *b, global float *c)"
                             "{ size_t i = get_global_id(0); c[i] = a[i] + b[i]; }";

static double run(struct bench *b, cl_kernel kernel, size_t items, int launches, int each)
{
    double start = bench_now(CLOCK_MONOTONIC);
    for (int i = 0; i < launches; i++) {
        must(clEnqueueNDRangeKernel(b->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
        if (each)
            must(clFinish(b->queue), "clFinish");
    }
    must(clFinish(b->queue), "clFinish");
    return (bench_now(CLOCK_MONOTONIC) - start) * 1e-6;
}

int main(int argc, char **argv)
{
    struct bench b;
    const int tiny = argc > 1 ? atoi(argv[1]) : 2000;
    const size_t bytes = COUNT * sizeof(cl_float);
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
    run(&b, kernel, COUNT, 1, 0);
    run(&b, kernel, 1, 1, 0);
    double cpu = bench_now(CLOCK_THREAD_CPUTIME_ID);
    printf("tiny_end %.3f\n", run(&b, kernel, 1, tiny, 0));
    printf("tiny_end_thread %.3f\n", (bench_now(CLOCK_THREAD_CPUTIME_ID) - cpu) * 1e-6);
    cpu = bench_now(CLOCK_THREAD_CPUTIME_ID);
    printf("tiny_each %.3f\n", run(&b, kernel, 1, tiny, 1));
    printf("tiny_each_thread %.3f\n", (bench_now(CLOCK_THREAD_CPUTIME_ID) - cpu) * 1e-6);
    printf("vadd_each %.3f\n", run(&b, kernel, COUNT, ADDS, 1));
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    bench_close(&b);
    return 0;
}
