/*
 * api_loop.c - the API-bound loop: ten clSetKernelArg and one tiny launch, again and again.
 *
 * Prints nanoseconds a clSetKernelArg and a launch, wall and CPU of the calling thread. `./dev bench` runs it
 * bare and under cldoctor in turn.
 */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LAUNCHES 20000
#define ARGS 10

static const char source[] = "kernel void tiny(global float *a, global float *b, int c, int d, float e, float f,"
                             " int g, int h, float i, float j) { a[0] = b[0] + c + d + e + f + g + h + i + j; }";

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void must(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "api_loop: %s failed with %d\n", what, error);
    exit(1);
}

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
    return (struct cost){now(CLOCK_MONOTONIC), now(CLOCK_THREAD_CPUTIME_ID)};
}

static struct cost since(struct cost start, int calls)
{
    return (struct cost){(now(CLOCK_MONOTONIC) - start.wall) / calls, (now(CLOCK_THREAD_CPUTIME_ID) - start.thread) / calls};
}

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    const char *text = source;
    const size_t one = 1;
    must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    must(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    must(error, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    must(error, "clCreateProgramWithSource");
    must(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "tiny", &error);
    must(error, "clCreateKernel");
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
    must(error, "clCreateBuffer");
    set_all(kernel, a, b);
    must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), "first launch");
    clFinish(queue);

    struct cost start = begin();
    for (int i = 0; i < LAUNCHES; i++)
        set_all(kernel, a, b);
    struct cost set = since(start, LAUNCHES * ARGS);

    start = begin();
    for (int i = 0; i < LAUNCHES; i++)
        must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), "launch");
    struct cost launch = since(start, LAUNCHES);
    must(clFinish(queue), "clFinish");
    struct cost all = since(start, LAUNCHES);

    printf("set_arg_ns %.1f\nset_arg_thread_ns %.1f\nlaunch_ns %.1f\nlaunch_thread_ns %.1f\nlaunch_finished_ns %.1f\n",
           set.wall, set.thread, launch.wall, launch.thread, all.wall);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
