/* A build with a callback, kernels launched from that callback and from an event's, and a failing launch. */
#include "way.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int called;
static cl_kernel from_event;
static cl_mem a;

static void tell(void)
{
    pthread_mutex_lock(&lock);
    called++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void wait_for(int n)
{
    pthread_mutex_lock(&lock);
    while (called < n)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void CL_CALLBACK is_built(cl_program p, void *data)
{
    (void)data;
    cl_kernel k = kernel_of(p, "add");
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    launch(k);
    clFlush(queue);
    clReleaseKernel(k);
    tell();
}

static void CL_CALLBACK is_done(cl_event e, cl_int status, void *data)
{
    (void)e;
    (void)data;
    printf("event: %d\n", status);
    launch(from_event);
    clFlush(queue);
    tell();
}

int main(void)
{
    const size_t global = N, too_large = 1u << 30;
    cl_event event;
    set_up();
    a = numbers();
    cl_program p = with_source("kernel void add(global int *a) { a[get_global_id(0)] += 3; }\n"
                               "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }\n");
    must(clBuildProgram(p, 1, &device, "", is_built, NULL), "clBuildProgram");
    wait_for(1);
    clFinish(queue);
    print_ints("built", a);
    cl_kernel k = kernel_of(p, "add");
    from_event = kernel_of(p, "twice");
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    must(clSetKernelArg(from_event, 0, sizeof a, &a), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, &event), "clEnqueueNDRangeKernel");
    must(clSetEventCallback(event, CL_COMPLETE, is_done, NULL), "clSetEventCallback");
    clFlush(queue);
    wait_for(2);
    clFinish(queue);
    print_ints("event", a);
    printf("too large a group: %d\n",
           clEnqueueNDRangeKernel(queue, k, 1, NULL, &too_large, &too_large, 0, NULL, NULL));
    printf("no sizes: %d\n", clEnqueueNDRangeKernel(queue, k, 1, NULL, NULL, NULL, 0, NULL, NULL));
    launch(k);
    print_ints("after that", a);
    clReleaseEvent(event);
    clReleaseKernel(k);
    clReleaseKernel(from_event);
    clReleaseProgram(p);
    clReleaseMemObject(a);
    tear_down();
    return 0;
}
