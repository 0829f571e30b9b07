/*
 * launch_modes.c - what profiling and events cost on this driver: nanoseconds a tiny launch, wall, enqueued
 * in a row and until finished. Kept as the evidence for how the layer collects timestamps (ARCHITECTURE.md).
 */
#include "../bench.h"

#define LAUNCHES 20000

static const char source[] = "kernel void tiny(global float *a) { a[0] = 1; }";

enum how { NO_EVENT, EVENT_RELEASED, EVENT_KEPT, EVENT_EACH_16TH };
static const char *const hows[] = {"no event", "event, released at once", "event, kept", "event each 16th"};

static void measure(struct bench *b, cl_kernel kernel, cl_command_queue_properties properties, enum how how)
{
    static cl_event kept[LAUNCHES];
    cl_int error;
    const size_t one = 1;
    int n = 0;
    cl_command_queue queue = clCreateCommandQueue(b->context, b->device, properties, &error);
    must(error, "clCreateCommandQueue");
    must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), "first launch");
    clFinish(queue);
    double start = bench_now(CLOCK_MONOTONIC);
    for (int i = 0; i < LAUNCHES; i++) {
        cl_event event = NULL, *want = how == NO_EVENT || (how == EVENT_EACH_16TH && i % 16) ? NULL : &event;
        must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, want), "launch");
        if (event && how == EVENT_RELEASED)
            clReleaseEvent(event);
        else if (event)
            kept[n++] = event;
    }
    double enqueued = bench_now(CLOCK_MONOTONIC);
    clFinish(queue);
    double finished = bench_now(CLOCK_MONOTONIC);
    cl_ulong end;
    for (int i = 0; i < n; i++)
        for (int q = 0; properties && q < 4; q++)
            clGetEventProfilingInfo(kept[i], CL_PROFILING_COMMAND_QUEUED + q, sizeof end, &end, NULL);
    double asked = bench_now(CLOCK_MONOTONIC);
    for (int i = 0; i < n; i++)
        clReleaseEvent(kept[i]);
    double released = bench_now(CLOCK_MONOTONIC);
    printf("%-13s %-24s enqueued %7.0f finished %7.0f ns; asked %5.0f released %5.0f ns an event\n",
           properties & CL_QUEUE_PROFILING_ENABLE ? "profiling" : "no profiling", hows[how],
           (enqueued - start) / LAUNCHES, (finished - start) / LAUNCHES, n ? (asked - finished) / n : 0,
           n ? (released - asked) / n : 0);
    clReleaseCommandQueue(queue);
}

int main(void)
{
    struct bench b;
    bench_open(&b, source);
    cl_kernel kernel = bench_kernel(&b, "tiny");
    cl_mem buffer = bench_buffer(&b, 64);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    for (int round = 0; round < 2; round++)
        for (int how = NO_EVENT; how <= EVENT_EACH_16TH; how++)
            for (int profiling = 0; profiling < 2; profiling++)
                measure(&b, kernel, profiling ? CL_QUEUE_PROFILING_ENABLE : 0, (enum how)how);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    bench_close(&b);
    return 0;
}
