/*
 * diagnose_probe.c - calls that ask what there is. Their failure is an answer, and no fault of the program:
 * clinfo asks every device everything, libraries try what a driver can do.
 */
#include "layer/diagnose_check.h"

/* Answers that are never a fault. */
static const struct {
    enum cld_fn fn;
    cl_int code; /* CL_SUCCESS: whatever it is */
} answers[] = {
    {CLD_FN_clGetPlatformIDs, CL_PLATFORM_NOT_FOUND_KHR},
    {CLD_FN_clGetDeviceIDs, CL_DEVICE_NOT_FOUND},
    {CLD_FN_clCreateContextFromType, CL_DEVICE_NOT_FOUND},
    {CLD_FN_clGetDeviceAndHostTimer, CL_INVALID_OPERATION},
    {CLD_FN_clGetHostTimer, CL_INVALID_OPERATION},
    {CLD_FN_clGetKernelArgInfo, CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
    {CLD_FN_clGetKernelSuggestedLocalWorkSizeKHR, CL_INVALID_OPERATION},
    {CLD_FN_clUnloadCompiler, CL_SUCCESS},
    {CLD_FN_clUnloadPlatformCompiler, CL_SUCCESS},
    {CLD_FN_clGetGLContextInfoKHR, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR},
    {CLD_FN_clGetGLContextInfoKHR, CL_INVALID_OPERATION},
    {CLD_FN_clGetGLContextInfoKHR, CL_INVALID_PLATFORM},
    {CLD_FN_clGetGLContextInfoKHR, CL_INVALID_VALUE},
    {CLD_FN_clGetGLContextInfoKHR, CL_INVALID_PROPERTY},
    {CLD_FN_clGetSupportedGLTextureFormatsINTEL, CL_INVALID_OPERATION},
};

static bool is_answer(const struct cld_diag *d)
{
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        if (answers[i].fn == d->call->fn && (answers[i].code == d->code || answers[i].code == CL_SUCCESS))
            return true;
    return false;
}

/* ---- how large the answer would be
 * ---------------------------------------------------------------------------- */

static bool device_or_none(const struct cld_diag *d, const char *arg)
{
    return !cld_ptr(d, arg) || cld_alive(cld_obj(d, arg));
}

/* Queries of the form (handle, param_name, size, value, size_ret). */
#define ASK(fn_name, type)                                                                                   \
    case CLD_FN_##fn_name:                                                                                   \
        return d->next->fn_name && d->next->fn_name((type)handle, name, 0, NULL, size) == CL_SUCCESS
#define ASK_OF_DEVICE(fn_name)                                                                               \
    case CLD_FN_##fn_name:                                                                                   \
        return device_or_none(d, "device") && d->next->fn_name &&                                            \
               d->next->fn_name(handle, (cl_device_id)(uintptr_t)cld_num(d, "device"), name, 0, NULL,        \
                                size) == CL_SUCCESS
#define ASK_EXTENSION(fn_name)                                                                               \
    case CLD_FN_##fn_name: {                                                                                 \
        cld_ext_##fn_name f = (cld_ext_##fn_name)cld_call_ext(d->call);                                      \
        return f && f(handle, name, 0, NULL, size) == CL_SUCCESS;                                            \
    }

static bool ask_size(struct cld_diag *d, void *handle, cl_uint name, size_t *size)
{
    switch (d->call->fn) {
        ASK(clGetPlatformInfo, cl_platform_id);
        ASK(clGetDeviceInfo, cl_device_id);
        ASK(clGetContextInfo, cl_context);
        ASK(clGetCommandQueueInfo, cl_command_queue);
        ASK(clGetMemObjectInfo, cl_mem);
        ASK(clGetImageInfo, cl_mem);
        ASK(clGetPipeInfo, cl_mem);
        ASK(clGetSamplerInfo, cl_sampler);
        ASK(clGetProgramInfo, cl_program);
        ASK(clGetKernelInfo, cl_kernel);
        ASK(clGetEventInfo, cl_event);
        ASK(clGetEventProfilingInfo, cl_event);
        ASK(clGetGLTextureInfo, cl_mem);
        ASK_OF_DEVICE(clGetProgramBuildInfo);
        ASK_OF_DEVICE(clGetKernelWorkGroupInfo);
        ASK_EXTENSION(clGetSemaphoreInfoKHR)
        ASK_EXTENSION(clGetCommandBufferInfoKHR)
    case CLD_FN_clGetKernelArgInfo:
        return d->next->clGetKernelArgInfo &&
               d->next->clGetKernelArgInfo(handle, (cl_uint)cld_num(d, "arg_indx"), name, 0, NULL, size) ==
                   CL_SUCCESS;
    default: /* needs more than a size to be asked, or a handle that we can't vouch for */
        return false;
    }
}

bool cld_info_size(struct cld_diag *d, size_t *size)
{
    void *handle = (void *)(uintptr_t)cld_arg_value(d, 0);
    const struct cld_object *o = cld_object_find(handle);
    cl_uint name = (cl_uint)cld_num(d, "param_name");
    if (!cld_alive(o) && !(d->call->fn == CLD_FN_clGetPlatformInfo && !handle))
        return false;
    if (d->call->fn == CLD_FN_clGetCommandQueueInfo && name == CL_QUEUE_PROPERTIES_ARRAY &&
        o->kind == CLD_KIND_QUEUE && o->queue.forced) { /* the driver's list has our profiling in it */
        *size = o->queue.n_properties * sizeof(cl_queue_properties);
        return true;
    }
    return ask_size(d, handle, name, size);
}

/* ---- questions that this implementation does not know
 * ------------------------------------------------------------ */

/* Questions about sub-groups come with sizes; one without them is a mistake, and no probe. */
static bool lacks_input(const struct cld_diag *d)
{
    uint64_t name = cld_num(d, "param_name");
    return cld_arg(d, "input_value") >= 0 && !cld_ptr(d, "input_value") && d->code == CL_INVALID_VALUE &&
           (name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE ||
            name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE ||
            name == CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT);
}

/* Every driver knows these four, since OpenCL 1.0: refused is the event. */
static bool asks_for_times(const struct cld_diag *d)
{
    uint64_t name = cld_num(d, "param_name");
    return d->call->fn == CLD_FN_clGetEventProfilingInfo && name >= CL_PROFILING_COMMAND_QUEUED &&
           name <= CL_PROFILING_COMMAND_END;
}

static bool unknown_question(struct cld_diag *d)
{
    size_t size;
    int index = cld_arg(d, "param_name");
    if (d->info->cls != CLD_CLASS_QUERY || index < 0 ||
        (d->code != CL_INVALID_VALUE && d->code != CL_INVALID_OPERATION && d->code != CL_INVALID_PROPERTY))
        return false;
    const char *type = d->info->param_types[index];
    uint64_t name = cld_num(d, "param_name");
    if (cld_query_of(type, name) || lacks_input(d) || asks_for_times(d)) /* a mistake */
        return false;
    if (d->code == CL_INVALID_OPERATION || !cld_value_known(type, name))
        return true;
    if (d->info->n_params > 0 && !cld_alive(cld_object_find((void *)(uintptr_t)cld_arg_value(d, 0))))
        return false;
    /* A large enough room and still refused: the question itself is not known. */
    return !cld_info_size(d, &size) || !cld_ptr(d, "param_value") || cld_num(d, "param_value_size") >= size;
}

/* Asks for image formats of a device that has no images, or not of this type. */
static bool unsupported_images(struct cld_diag *d)
{
    if (d->call->fn != CLD_FN_clGetSupportedImageFormats || !cld_alive(cld_obj(d, "context")))
        return false;
    if (d->code == CL_INVALID_OPERATION || !cld_largest(d, CL_DEVICE_IMAGE_SUPPORT))
        return true;
    bool has_room = !cld_ptr(d, "image_formats") || cld_num(d, "num_entries") > 0;
    uint64_t type = cld_num(d, "image_type");
    return d->code == CL_INVALID_VALUE && has_room && type != CL_MEM_OBJECT_BUFFER &&
           type != CL_MEM_OBJECT_PIPE && cld_value_known("cl_mem_object_type", type) &&
           cld_value_known("cl_mem_flags", cld_num(d, "flags"));
}

static bool unsupported_device_type(const struct cld_diag *d)
{
    bool by_type = d->call->fn == CLD_FN_clGetDeviceIDs || d->call->fn == CLD_FN_clCreateContextFromType;
    uint64_t type = by_type ? cld_num(d, "device_type") : 0;
    return d->code == CL_INVALID_DEVICE_TYPE && type && cld_value_known("cl_device_type", type);
}

bool cld_is_probe(struct cld_diag *d)
{
    const char *detail = cld_arg(d, "param_name") >= 0 ? "param_name" : "device_type";
    d->r->detail = (uint32_t)cld_num(d, detail);
    return is_answer(d) || unknown_question(d) || unsupported_images(d) || unsupported_device_type(d);
}
