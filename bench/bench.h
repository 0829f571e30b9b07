/* bench.h - what the benchmark programs share. */
#ifndef BENCH_H
#define BENCH_H

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct bench {
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
};

static inline double bench_now(clockid_t clock) /* nanoseconds */
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline void must(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s failed with %d\n", what, error);
    exit(1);
}

/* The first device of the first platform: choose the platform by OCL_ICD_VENDORS. */
static inline void bench_open(struct bench *b, const char *source)
{
    cl_int error;
    must(clGetPlatformIDs(1, &b->platform, NULL), "clGetPlatformIDs");
    must(clGetDeviceIDs(b->platform, CL_DEVICE_TYPE_ALL, 1, &b->device, NULL), "clGetDeviceIDs");
    b->context = clCreateContext(NULL, 1, &b->device, NULL, NULL, &error);
    must(error, "clCreateContext");
    b->queue = clCreateCommandQueue(b->context, b->device, 0, &error);
    must(error, "clCreateCommandQueue");
    b->program = clCreateProgramWithSource(b->context, 1, &source, NULL, &error);
    must(error, "clCreateProgramWithSource");
    must(clBuildProgram(b->program, 1, &b->device, "", NULL, NULL), "clBuildProgram");
}

static inline cl_kernel bench_kernel(struct bench *b, const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(b->program, name, &error);
    must(error, name);
    return kernel;
}

static inline cl_mem bench_buffer(struct bench *b, size_t bytes)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(b->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    must(error, "clCreateBuffer");
    return buffer;
}

static inline void bench_close(struct bench *b)
{
    clReleaseProgram(b->program);
    clReleaseCommandQueue(b->queue);
    clReleaseContext(b->context);
}

#endif
