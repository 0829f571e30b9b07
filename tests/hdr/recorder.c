/*
 * An LD_PRELOAD library that writes down what a program asks of OpenCL, one call a line, to the file named by
 * HDR_RECORD. The tests read there whether a planted fault does what it claims, without asking the program
 * itself.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((format(printf, 1, 2))) static void record(const char *format, ...)
{
    static FILE *file;
    pthread_mutex_lock(&lock);
    if (!file) {
        const char *path = getenv("HDR_RECORD");
        file = path ? fopen(path, "w") : NULL;
    }
    if (file) {
        va_list args;
        va_start(args, format);
        vfprintf(file, format, args);
        va_end(args);
        fflush(file); /* a program that dies leaves its last words */
    }
    pthread_mutex_unlock(&lock);
}

/* POSIX's way from an object pointer to a function pointer. */
#define NEXT(name)                                                                                           \
    static __typeof__(&name) next;                                                                           \
    if (!next)                                                                                               \
    *(void **)&next = dlsym(RTLD_NEXT, #name)

#define EXPORT __attribute__((visibility("default")))

static void record_event(const cl_event *event, cl_int err)
{
    if (event && err == CL_SUCCESS)
        record("event +1\n");
}

EXPORT cl_int clFinish(cl_command_queue queue)
{
    NEXT(clFinish);
    const cl_int err = next(queue);
    record("finish %d\n", err);
    return err;
}

EXPORT cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                             const char *options, void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
    NEXT(clBuildProgram);
    const cl_int err = next(program, count, devices, options, notify, user);
    record("build %d %s\n", err, options ? options : "");
    return err;
}

EXPORT cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    NEXT(clSetKernelArg);
    const cl_int err = next(kernel, index, size, value);
    record("arg %d %u %zu %s\n", err, index, size, value ? "value" : "local");
    return err;
}

EXPORT cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                     const size_t *offset, const size_t *global, const size_t *local,
                                     cl_uint wait_count, const cl_event *wait, cl_event *event)
{
    NEXT(clEnqueueNDRangeKernel);
    char name[64] = "?";
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL);
    const cl_int err = next(queue, kernel, dimensions, offset, global, local, wait_count, wait, event);
    record("launch %d %s %zu %zu %zu %zu\n", err, name, global[0], dimensions > 1 ? global[1] : 1,
           local ? local[0] : 0, local && dimensions > 1 ? local[1] : 1);
    record_event(event, err);
    return err;
}

EXPORT cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                   size_t size, const void *memory, cl_uint wait_count, const cl_event *wait,
                                   cl_event *event)
{
    NEXT(clEnqueueWriteBuffer);
    const cl_int err = next(queue, buffer, blocking, offset, size, memory, wait_count, wait, event);
    record("write %d %u %zu\n", err, blocking, size);
    record_event(event, err);
    return err;
}

EXPORT cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                  size_t size, void *memory, cl_uint wait_count, const cl_event *wait,
                                  cl_event *event)
{
    NEXT(clEnqueueReadBuffer);
    const cl_int err = next(queue, buffer, blocking, offset, size, memory, wait_count, wait, event);
    record("read %d %u %zu\n", err, blocking, size);
    record_event(event, err);
    return err;
}

EXPORT cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                  size_t pattern_size, size_t offset, size_t size, cl_uint wait_count,
                                  const cl_event *wait, cl_event *event)
{
    NEXT(clEnqueueFillBuffer);
    const cl_int err = next(queue, buffer, pattern, pattern_size, offset, size, wait_count, wait, event);
    record("fill %d %zu\n", err, size);
    record_event(event, err);
    return err;
}

EXPORT cl_int clRetainEvent(cl_event event)
{
    NEXT(clRetainEvent);
    record("event +1\n");
    return next(event);
}

EXPORT cl_int clReleaseEvent(cl_event event)
{
    NEXT(clReleaseEvent);
    record("event -1\n");
    return next(event);
}

EXPORT cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *memory, cl_int *err)
{
    NEXT(clCreateBuffer);
    cl_mem buffer = next(context, flags, size, memory, err);
    if (buffer)
        record("buffer +1\n");
    return buffer;
}

EXPORT cl_int clReleaseMemObject(cl_mem buffer)
{
    NEXT(clReleaseMemObject);
    record("buffer -1\n");
    return next(buffer);
}
