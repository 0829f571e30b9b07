/*
 * support.h - what every test program needs before its fault: a device, a context, a queue, one kernel.
 *
 * Each program is built twice: NAME with FAULT 1, and its correct twin NAME-ok with FAULT 0. Comments of the
 * form
 * `//! finding ...` say what must be found (see check.py).
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#include <CL/cl.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FAULT
#define FAULT 1
#endif

#define N 1024
#define BYTES (N * sizeof(cl_float))

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

static const char source[] __attribute__((unused)) =
    "kernel void scale(global float *out, global const float *in, float factor, int n)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n)\n"
    "        out[i] = in[i] * factor;\n"
    "}\n"
    "kernel void cross3(global float *out, float3 axis, local float *tile)\n"
    "{\n"
    "    tile[get_local_id(0)] = axis.x + axis.y;\n"
    "    out[get_global_id(0)] = tile[get_local_id(0)];\n"
    "}\n";

static void set_up_with(const char *text, const char *options)
{
    cl_int error;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    clBuildProgram(program, 1, &device, options, NULL, NULL);
}

static __attribute__((unused)) void set_up(void)
{
    set_up_with(source, "");
}

static __attribute__((unused)) void tear_down(void)
{
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

static __attribute__((unused)) cl_mem new_buffer(size_t bytes)
{
    cl_int error;
    return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
}

static __attribute__((unused)) cl_kernel new_kernel(const char *name)
{
    cl_int error;
    return clCreateKernel(program, name, &error);
}

static __attribute__((unused)) void launch(cl_kernel kernel)
{
    const size_t global = N;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static __attribute__((unused)) void set_scale(cl_kernel kernel, cl_mem out, cl_mem in)
{
    const cl_float factor = 2;
    const cl_int n = N;
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, sizeof in, &in);
    clSetKernelArg(kernel, 2, sizeof factor, &factor);
    clSetKernelArg(kernel, 3, sizeof n, &n);
}

#endif
