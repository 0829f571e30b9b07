/*
 * bounds.h - what the programs share whose kernels touch memory that isn't theirs.
 *
 * The kernel is `k`; its text is built with -DFAULT=0 or 1. CHECK() looks at what must hold although there
 * was a fault, for under cldoctor a bad read gives 0 and a bad write is not made; what it finds is the exit
 * status. Faults are small: bare, on a CPU, these programs do touch what lies beside their memory.
 */
#ifndef BOUNDS_H
#define BOUNDS_H

#include "support.h"

#define UNUSED static __attribute__((unused))
#define COUNT 64

static cl_kernel kernel;
static cl_mem buffers[16];
static int n_buffers, failures;

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                          \
            failures = 1;                                                                                    \
        }                                                                                                    \
    } while (0)

static void begin_with(const char *text, const char *options)
{
    char all[256];
    cl_int error;
    snprintf(all, sizeof all, "-DFAULT=%d %s", FAULT, options);
    set_up_with(text, all);
    kernel = clCreateKernel(program, "k", &error);
    CHECK(error == CL_SUCCESS);
}

UNUSED void begin(const char *text)
{
    begin_with(text, "");
}

UNUSED cl_mem keep(cl_mem buffer)
{
    return buffers[n_buffers++] = buffer;
}

UNUSED cl_mem buffer_with(const void *data, size_t bytes)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, (void *)data, &error);
    CHECK(error == CL_SUCCESS);
    return keep(buffer);
}

/* 1, 2, 3, ... */
UNUSED cl_mem floats(size_t count)
{
    cl_float data[1024];
    for (size_t i = 0; i < count; i++)
        data[i] = (cl_float)(i + 1);
    return buffer_with(data, count * sizeof *data);
}

UNUSED cl_mem ints(size_t count, cl_int value)
{
    cl_int data[1024];
    for (size_t i = 0; i < count; i++)
        data[i] = value;
    return buffer_with(data, count * sizeof *data);
}

/* Half of a larger buffer: what is before and behind it in memory is ours, too. `origin`
 * in multiples of 512: NVIDIA's devices need that. */
UNUSED cl_mem middle_of(cl_mem parent, size_t origin, size_t bytes)
{
    cl_int error;
    cl_buffer_region region = {origin, bytes};
    cl_mem part = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    CHECK(error == CL_SUCCESS);
    return keep(part);
}

UNUSED void set_buffer(cl_uint index, cl_mem buffer)
{
    CHECK(clSetKernelArg(kernel, index, sizeof buffer, &buffer) == CL_SUCCESS);
}

UNUSED void set_int(cl_uint index, cl_int value)
{
    CHECK(clSetKernelArg(kernel, index, sizeof value, &value) == CL_SUCCESS);
}

UNUSED void set_local(cl_uint index, size_t bytes)
{
    CHECK(clSetKernelArg(kernel, index, bytes, NULL) == CL_SUCCESS);
}

/* `group` 0: the driver chooses. */
UNUSED void run_groups(size_t items, size_t group)
{
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, group ? &group : NULL, 0, NULL, NULL) ==
          CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
}

UNUSED void run(size_t items)
{
    run_groups(items, 0);
}

UNUSED void run2(size_t x, size_t y)
{
    const size_t items[2] = {x, y};
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, items, NULL, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
}

UNUSED void get(cl_mem buffer, void *data, size_t bytes)
{
    CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL) == CL_SUCCESS);
}

static int end(void)
{
    while (n_buffers)
        clReleaseMemObject(buffers[--n_buffers]);
    clReleaseKernel(kernel);
    tear_down();
    return failures;
}

#endif
