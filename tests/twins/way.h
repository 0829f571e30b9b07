/*
 * way.h - what every program here needs: a device, a context, a queue, buffers, and a line for its results.
 *
 * Each program comes to its kernels in another way, and prints what they computed and what the driver says
 * when it is asked: twins.py compares what is printed bare and with twins.
 */
#ifndef WAY_H
#define WAY_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N 256
#define BYTES (N * sizeof(cl_int))

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static __attribute__((unused)) void must(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    printf("%s: %d\n", what, error);
    fflush(stdout);
    exit(1);
}

static __attribute__((unused)) void set_up(void)
{
    cl_int error;
    must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    must(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    must(error, "clCreateCommandQueue");
}

static __attribute__((unused)) void tear_down(void)
{
    must(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    must(clReleaseContext(context), "clReleaseContext");
}

static __attribute__((unused)) cl_program with_source(const char *text)
{
    cl_int error;
    cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    must(error, "clCreateProgramWithSource");
    return p;
}

static __attribute__((unused)) cl_program built(const char *text, const char *options)
{
    cl_program p = with_source(text);
    must(clBuildProgram(p, 0, NULL, options, NULL, NULL), "clBuildProgram");
    return p;
}

static __attribute__((unused)) cl_kernel kernel_of(cl_program p, const char *name)
{
    cl_int error;
    cl_kernel k = clCreateKernel(p, name, &error);
    must(error, "clCreateKernel");
    return k;
}

/* Ints from 0 on. */
static __attribute__((unused)) cl_mem numbers(void)
{
    cl_int values[N], error;
    for (int i = 0; i < N; i++)
        values[i] = i;
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, BYTES, values, &error);
    must(error, "clCreateBuffer");
    return m;
}

static __attribute__((unused)) void launch_on(cl_command_queue q, cl_kernel k, size_t global)
{
    must(clEnqueueNDRangeKernel(q, k, 1, NULL, &global, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
}

static __attribute__((unused)) void launch(cl_kernel k)
{
    launch_on(queue, k, N);
}

/* A sum in which places count. */
static __attribute__((unused)) void print_ints(const char *what, cl_mem m)
{
    cl_int values[N];
    unsigned long sum = 0;
    must(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, BYTES, values, 0, NULL, NULL), "clEnqueueReadBuffer");
    for (int i = 0; i < N; i++)
        sum = sum * 31 + (unsigned)values[i];
    printf("%s: %d %d %d ... %d, %lx\n", what, values[0], values[1], values[2], values[N - 1], sum);
}

static __attribute__((unused)) cl_uint context_refs(void)
{
    cl_uint n = 0;
    must(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof n, &n, NULL), "clGetContextInfo");
    return n;
}

/* Some drivers let go of what a command used a moment after its end: on a busy machine that may be long. */
static __attribute__((unused)) void settle(cl_uint refs)
{
    for (int ms = 0; context_refs() > refs && ms < 3000; ms++)
        usleep(1000);
}

/* `refs` is how many references to the context a driver without any of its own counts then. */
static __attribute__((unused)) void print_refs(const char *when, cl_uint refs, cl_program p, cl_kernel k)
{
    cl_uint n = 0;
    settle(refs);
    printf("%s: context %u", when, context_refs());
    if (p && clGetProgramInfo(p, CL_PROGRAM_REFERENCE_COUNT, sizeof n, &n, NULL) == CL_SUCCESS)
        printf(", program %u", n);
    if (k && clGetKernelInfo(k, CL_KERNEL_REFERENCE_COUNT, sizeof n, &n, NULL) == CL_SUCCESS)
        printf(", kernel %u", n);
    if (k && clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof n, &n, NULL) == CL_SUCCESS)
        printf(", %u arguments", n);
    printf("\n");
}

#endif
