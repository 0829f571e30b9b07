#include <cldoctor/context.h>

#include "detail.h"

#include <stdio.h>
#include <stdlib.h>

struct cld_context {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    unsigned queue_options;
};

static void CL_CALLBACK print_notice(const char *message, const void *info, size_t size, void *user)
{
    (void)info;
    (void)size;
    (void)user;
    fprintf(stderr, "OpenCL driver: %s\n", message);
}

static cl_command_queue create_queue(cl_context context, cl_device_id device, unsigned options, cl_int *err)
{
    cl_command_queue_properties properties = 0;
    properties |= options & CLD_QUEUE_PROFILING ? CL_QUEUE_PROFILING_ENABLE : 0;
    properties |= options & CLD_QUEUE_OUT_OF_ORDER ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
    /* Deprecated by OpenCL 2.0, but every version since 1.0 has it; its successor is missing before 2.0. */
    return clCreateCommandQueue(context, device, properties, err);
}

cl_int cld_queue_new(cl_context context, cl_device_id device, unsigned options, cl_command_queue *out,
                     unsigned *granted)
{
    if (!out)
        return cld_detail(CL_INVALID_VALUE, "cld_queue_new: `out` is NULL.");
    *out = NULL;
    if (options & ~(unsigned)(CLD_QUEUE_PROFILING | CLD_QUEUE_OUT_OF_ORDER))
        return cld_detail(CL_INVALID_VALUE, "cld_queue_new: unknown queue option in 0x%x.", options);

    cl_int err = CL_SUCCESS;
    cl_command_queue queue = create_queue(context, device, options, &err);
    if (err == CL_INVALID_QUEUE_PROPERTIES && (options & CLD_QUEUE_OUT_OF_ORDER)) {
        options &= ~(unsigned)CLD_QUEUE_OUT_OF_ORDER;
        queue = create_queue(context, device, options, &err);
    }
    if (err != CL_SUCCESS)
        return cld_detail(err, "clCreateCommandQueue failed (queue options 0x%x).", options);
    *out = queue;
    if (granted)
        *granted = options;
    return CL_SUCCESS;
}

static cl_int open_device(cld_context *context, const cld_device_request *request, unsigned queue_options)
{
    cl_int err = cld_device_choose(request, &context->device);
    if (err != CL_SUCCESS)
        return err;
    context->context = clCreateContext(NULL, 1, &context->device, print_notice, NULL, &err);
    if (err != CL_SUCCESS)
        return cld_detail(err, "clCreateContext failed for the chosen device.");
    return cld_queue_new(context->context, context->device, queue_options, &context->queue,
                         &context->queue_options);
}

cl_int cld_context_new(const cld_device_request *request, unsigned queue_options, cld_context **out)
{
    if (!out)
        return cld_detail(CL_INVALID_VALUE, "cld_context_new: `out` is NULL.");
    *out = NULL;
    cld_context *context = calloc(1, sizeof(*context));
    if (!context)
        return cld_detail(CL_OUT_OF_HOST_MEMORY, "No memory for a context.");
    const cl_int err = open_device(context, request, queue_options);
    if (err != CL_SUCCESS) {
        cld_context_free(context);
        return err;
    }
    *out = context;
    return CL_SUCCESS;
}

void cld_context_free(cld_context *context)
{
    if (!context)
        return;
    if (context->queue) {
        clFinish(context->queue);
        clReleaseCommandQueue(context->queue);
    }
    if (context->context)
        clReleaseContext(context->context);
    free(context);
}

cl_device_id cld_context_device(const cld_context *context)
{
    return context->device;
}

cl_context cld_context_cl(const cld_context *context)
{
    return context->context;
}

cl_command_queue cld_context_queue(const cld_context *context)
{
    return context->queue;
}

unsigned cld_context_queue_options(const cld_context *context)
{
    return context->queue_options;
}
