/* submitted.c - a layer that never says CL_RUNNING, as NVIDIA's driver: a command is submitted until it has
 * finished. */
#include <CL/cl_layer.h>

#include <string.h>

static const struct _cl_icd_dispatch *below;
static struct _cl_icd_dispatch table;

static cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, size_t size, void *value,
                                     size_t *size_ret)
{
    cl_int error = below->clGetEventInfo(event, what, size, value, size_ret);
    if (error == CL_SUCCESS && what == CL_EVENT_COMMAND_EXECUTION_STATUS && value &&
        *(cl_int *)value == CL_RUNNING)
        *(cl_int *)value = CL_SUBMITTED;
    return error;
}

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *size_ret)
{
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (what != CL_LAYER_API_VERSION || (value && size < sizeof version))
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, &version, sizeof version);
    if (size_ret)
        *size_ret = sizeof version;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint n, const struct _cl_icd_dispatch *target, cl_uint *n_ret,
                                            const struct _cl_icd_dispatch **layer)
{
    if (!target || !layer || !n_ret || n < sizeof table / sizeof(void *))
        return CL_INVALID_VALUE;
    below = target;
    table = *target;
    table.clGetEventInfo = event_info;
    *layer = &table;
    *n_ret = sizeof table / sizeof(void *);
    return CL_SUCCESS;
}
