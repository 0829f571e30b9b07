/*
 * api_loop.c - the API-bound loop: 200,000 clSetKernelArg, then 20,000 launches of one work-item.
 *
 * Prints nanoseconds a call: wall time, and CPU time of the calling thread.
 */
#include "bench.h"

#define LAUNCHES 20000
#define ARGS 10

static const char source[] =
    "kernel void tiny(global float *a, global float *b, int c, int d, float e, float f,"
    " int g, int h, float i, float j) { a[0] = b[0] + c + d + e + f + g + h + i + j; }";

static void set_all(cl_kernel kernel, cl_mem a, cl_mem b)
{
    static const cl_int number = 1;
    static const cl_float real = 1;
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof b, &b);
    for (cl_uint i = 2; i < ARGS; i++) {
        if (i == 4 || i == 5 || i == 8 || i == 9)
            clSetKernelArg(kernel, i, sizeof real, &real);
        else
            clSetKernelArg(kernel, i, sizeof number, &number);
    }
}

struct cost {
    double wall, thread;
};

static struct cost begin(void)
{
    return (struct cost){bench_now(CLOCK_MONOTONIC), bench_now(CLOCK_THREAD_CPUTIME_ID)};
}

static struct cost since(struct cost start, int calls)
{
    return (struct cost){(bench_now(CLOCK_MONOTONIC) - start.wall) / calls,
                         (bench_now(CLOCK_THREAD_CPUTIME_ID) - start.thread) / calls};
}

int main(void)
{
    struct bench b;
    const size_t one = 1;
    bench_open(&b, source);
    cl_kernel kernel = bench_kernel(&b, "tiny");
    cl_mem out = bench_buffer(&b, 64), in = bench_buffer(&b, 64);
    const cl_float zero = 0;
    must(clEnqueueFillBuffer(b.queue, in, &zero, sizeof zero, 0, 64, 0, NULL, NULL), "clEnqueueFillBuffer");
    set_all(kernel, out, in);
    must(clEnqueueNDRangeKernel(b.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), "first launch");
    clFinish(b.queue);

    struct cost start = begin();
    for (int i = 0; i < LAUNCHES; i++)
        set_all(kernel, out, in);
    struct cost set = since(start, LAUNCHES * ARGS);

    start = begin();
    for (int i = 0; i < LAUNCHES; i++)
        must(clEnqueueNDRangeKernel(b.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), "launch");
    struct cost launch = since(start, LAUNCHES);
    must(clFinish(b.queue), "clFinish");
    struct cost all = since(start, LAUNCHES);

    printf(
        "set_arg_wall %.1f\nset_arg_thread %.1f\nlaunch_wall %.1f\nlaunch_thread %.1f\nfinished_wall %.1f\n",
        set.wall, set.thread, launch.wall, launch.thread, all.wall);
    clReleaseMemObject(out);
    clReleaseMemObject(in);
    clReleaseKernel(kernel);
    bench_close(&b);
    return 0;
}
