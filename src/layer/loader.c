/* loader.c - the two functions by which an ICD loader finds the layer. */
#include "layer/finding.h"
#include "layer/target.h"

#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

static cl_int answer(size_t size, const void *value, size_t room, void *out, size_t *size_ret)
{
    if (out && room < size)
        return CL_INVALID_VALUE;
    if (!out && !size_ret)
        return CL_INVALID_VALUE;
    if (out)
        memcpy(out, value, size);
    if (size_ret)
        *size_ret = size;
    return CL_SUCCESS;
}

PUBLIC cl_int CL_API_CALL clGetLayerInfo(cl_layer_info param_name, size_t param_value_size, void *param_value,
                                         size_t *param_value_size_ret)
{
    static const char name[] = "cldoctor";
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    switch (param_name) {
    case CL_LAYER_API_VERSION:
        return answer(sizeof version, &version, param_value_size, param_value, param_value_size_ret);
#ifdef CL_LAYER_NAME
    case CL_LAYER_NAME:
#else
    case 0x4241:
#endif
        return answer(sizeof name, name, param_value_size, param_value, param_value_size_ret);
    default:
        return CL_INVALID_VALUE;
    }
}

PUBLIC cl_int CL_API_CALL clInitLayer(cl_uint num_entries, const cl_icd_dispatch *target_dispatch,
                                      cl_uint *num_entries_ret, const cl_icd_dispatch **layer_dispatch_ret)
{
    if (!target_dispatch || !num_entries_ret || !layer_dispatch_ret || num_entries == 0)
        return CL_INVALID_VALUE;
    size_t entries = num_entries < CLD_TABLE_ENTRIES ? num_entries : CLD_TABLE_ENTRIES;
    cld_layer_start("layer");
    struct cld_target *t = cld_target_add(target_dispatch, entries);
    if (!t) {
        cld_notice("this process loaded more than %d ICD loaders; the newest one is not watched", CLD_SLOTS);
        return CL_OUT_OF_RESOURCES;
    }
    *num_entries_ret = (cl_uint)entries;
    *layer_dispatch_ret = &t->table;
    return CL_SUCCESS;
}
