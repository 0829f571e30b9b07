#include <cldoctor/kernel.h>

#include "detail.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 128 };

static void kernel_name(cl_kernel kernel, char name[NAME_BYTES])
{
    if (clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, NAME_BYTES, name, NULL) != CL_SUCCESS)
        snprintf(name, NAME_BYTES, "(unknown)");
}

/* One string of clGetKernelArgInfo, or "": devices may have none (OpenCL API 5.9.4). */
static void arg_string(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what, char text[NAME_BYTES])
{
    if (clGetKernelArgInfo(kernel, index, what, NAME_BYTES, text, NULL) != CL_SUCCESS)
        text[0] = '\0';
}

static cl_int arg_failed(cl_kernel kernel, cl_uint index, const char *given, cl_int err)
{
    char kernel_text[NAME_BYTES];
    char type[NAME_BYTES];
    char name[NAME_BYTES];
    kernel_name(kernel, kernel_text);
    arg_string(kernel, index, CL_KERNEL_ARG_TYPE_NAME, type);
    arg_string(kernel, index, CL_KERNEL_ARG_NAME, name);
    if (!*type)
        return cld_detail(err, "Argument %u of kernel \"%s\": given %s.", index, kernel_text, given);
    return cld_detail(err, "Argument %u of kernel \"%s\" is \"%s %s\": given %s.", index, kernel_text, type,
                      name, given);
}

/* Bytes of a built-in type; 0 for any other name, which may be a typedef of the very type given. */
static size_t builtin_size(const char *type)
{
#define MATCH(cl_type, name)                                                                                 \
    if (strcmp(type, #name) == 0)                                                                            \
        return sizeof(cl_type);
    CLD_ARG_TYPES(MATCH)
#undef MATCH
    return 0;
}

/* "int" for "uint": a literal 1 is an int in C, and right for a uint parameter. */
static const char *without_sign(const char *type)
{
    return *type == 'u' ? type + 1 : type;
}

/* Does the device say that the parameter has another built-in type of the same size? No driver refuses that.
 * Another size is the driver's to refuse. */
static int type_differs(cl_kernel kernel, cl_uint index, size_t size, const char *given)
{
    char type[NAME_BYTES];
    arg_string(kernel, index, CL_KERNEL_ARG_TYPE_NAME, type);
    return builtin_size(type) == size && strcmp(without_sign(type), without_sign(given)) != 0;
}

cl_int cld_arg_typed(cl_kernel kernel, cl_uint index, size_t size, const void *value, const char *type)
{
    if (type_differs(kernel, index, size, type))
        return arg_failed(kernel, index, type, CLD_ARG_TYPE_MISMATCH);
    const cl_int err = clSetKernelArg(kernel, index, size, value);
    return err == CL_SUCCESS ? err : arg_failed(kernel, index, type, err);
}

cl_int cld_arg_mem(cl_kernel kernel, cl_uint index, cl_mem value)
{
    /* A null pointer is given as NULL, which every version takes (OpenCL API 5.9.2). */
    const cl_int err = clSetKernelArg(kernel, index, sizeof(cl_mem), value ? &value : NULL);
    return err == CL_SUCCESS ? err : arg_failed(kernel, index, "a memory object", err);
}

cl_int cld_arg_sampler(cl_kernel kernel, cl_uint index, cl_sampler value)
{
    const cl_int err = clSetKernelArg(kernel, index, sizeof(cl_sampler), &value);
    return err == CL_SUCCESS ? err : arg_failed(kernel, index, "a sampler", err);
}

cl_int cld_arg_local(cl_kernel kernel, cl_uint index, cld_local_bytes value)
{
    /* Checked here, because not every driver does. */
    const cl_int err = value.bytes ? clSetKernelArg(kernel, index, value.bytes, NULL) : CL_INVALID_ARG_SIZE;
    if (err == CL_SUCCESS)
        return err;
    char given[NAME_BYTES];
    snprintf(given, sizeof(given), "%zu bytes of local memory", value.bytes);
    return arg_failed(kernel, index, given, err);
}

cl_int cld_arg_bytes(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    char given[NAME_BYTES];
    snprintf(given, sizeof(given), "a value of %zu bytes%s", size, value ? "" : " that is NULL");
    const cl_int err = value ? clSetKernelArg(kernel, index, size, value) : CL_INVALID_ARG_VALUE;
    return err == CL_SUCCESS ? err : arg_failed(kernel, index, given, err);
}

cl_int cld_args_result(cl_kernel kernel, size_t count, const cl_int *codes)
{
    for (size_t i = 0; i < count; i++) {
        if (codes[i] != CL_SUCCESS)
            return codes[i];
    }
    cl_uint expected = 0;
    const cl_int err = clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(expected), &expected, NULL);
    if (err != CL_SUCCESS)
        return cld_detail(err, "cld_args: the kernel is not valid.");
    if (expected == count)
        return CL_SUCCESS;
    char name[NAME_BYTES];
    kernel_name(kernel, name);
    return cld_detail(CL_INVALID_KERNEL_ARGS, "Kernel \"%s\" has %u parameters, but got %zu arguments.", name,
                      expected, count);
}

size_t cld_round_up(size_t value, size_t multiple)
{
    if (multiple == 0)
        return value;
    const size_t rest = value % multiple;
    if (rest == 0)
        return value;
    const size_t more = multiple - rest;
    return value > SIZE_MAX - more ? 0 : value + more;
}

static cl_int launch_failed(cl_kernel kernel, cl_uint dimensions, const size_t *global, const size_t *local,
                            cl_int err)
{
    char name[NAME_BYTES];
    kernel_name(kernel, name);
    const size_t none[3] = {0};
    const size_t *group = local ? local : none;
    return cld_detail(
        err, "Launching kernel \"%s\" over %zu x %zu x %zu work-items in groups of %zu x %zu x %zu%s.", name,
        global[0], dimensions > 1 ? global[1] : 1, dimensions > 2 ? global[2] : 1, group[0],
        dimensions > 1 ? group[1] : 1, dimensions > 2 ? group[2] : 1, local ? "" : " (the driver's choice)");
}

static cl_int round_sizes(cl_uint dimensions, const size_t *size, const size_t *local, size_t *global)
{
    if (dimensions < 1 || dimensions > 3)
        return cld_detail(CL_INVALID_WORK_DIMENSION, "cld_launch: %u dimensions.", dimensions);
    if (!size)
        return cld_detail(CL_INVALID_GLOBAL_WORK_SIZE, "cld_launch: `size` is NULL.");
    for (cl_uint i = 0; i < dimensions; i++) {
        if (local && local[i] == 0)
            return cld_detail(CL_INVALID_WORK_GROUP_SIZE,
                              "cld_launch: the work-group size of dimension %u is 0.", i);
        global[i] = cld_round_up(size[i], local ? local[i] : 1);
        if (global[i] == 0)
            return cld_detail(CL_INVALID_GLOBAL_WORK_SIZE, "cld_launch: dimension %u has %zu work-items.", i,
                              size[i]);
    }
    return CL_SUCCESS;
}

cl_int cld_launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *size,
                  const size_t *local, cl_uint wait_count, const cl_event *wait, cl_event *done)
{
    if (done)
        *done = NULL;
    size_t global[3] = {1, 1, 1};
    cl_int err = round_sizes(dimensions, size, local, global);
    if (err != CL_SUCCESS)
        return err;
    err = clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, wait_count, wait, done);
    return err == CL_SUCCESS ? err : launch_failed(kernel, dimensions, global, local, err);
}
