#include <cldoctor/device.h>

#include "detail.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef CL_PLATFORM_NOT_FOUND_KHR
#define CL_PLATFORM_NOT_FOUND_KHR (-1001) /* CL/cl_ext.h: what the loader says when there is no driver */
#endif

struct cld_device_list {
    size_t count;
    cld_device_info *devices;
};

/* Strings in cld_device_info are const for the user; the list owns them. */
static void free_string(const char *string)
{
    free((void *)string);
}

static char *device_string(cl_device_id device, cl_device_info what)
{
    size_t size = 0;
    if (clGetDeviceInfo(device, what, 0, NULL, &size) != CL_SUCCESS)
        size = 0;
    char *string = calloc(size + 1, 1);
    if (string && size && clGetDeviceInfo(device, what, size, string, NULL) != CL_SUCCESS)
        string[0] = '\0';
    return string;
}

static char *platform_string(cl_platform_id platform, cl_platform_info what)
{
    size_t size = 0;
    if (clGetPlatformInfo(platform, what, 0, NULL, &size) != CL_SUCCESS)
        size = 0;
    char *string = calloc(size + 1, 1);
    if (string && size && clGetPlatformInfo(platform, what, size, string, NULL) != CL_SUCCESS)
        string[0] = '\0';
    return string;
}

/* Is `word` one of the blank-separated words of `words`? "cl_khr_fp16" must not match "cl_khr_fp16x". */
static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length) {
        const bool starts = at == words || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

static unsigned query_features(cl_device_id device)
{
    cl_bool images = CL_FALSE;
    cl_bool compiler = CL_FALSE;
    cl_command_queue_properties queue = 0;
    clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof(images), &images, NULL);
    clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof(compiler), &compiler, NULL);
    clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof(queue), &queue, NULL);
    unsigned features = 0;
    features |= images ? CLD_FEATURE_IMAGES : 0U;
    features |= compiler ? CLD_FEATURE_COMPILER : 0U;
    features |= (queue & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) ? CLD_FEATURE_OUT_OF_ORDER : 0U;

    char *extensions = device_string(device, CL_DEVICE_EXTENSIONS);
    if (extensions) {
        features |= has_word(extensions, "cl_khr_fp16") ? CLD_FEATURE_FP16 : 0U;
        features |= has_word(extensions, "cl_khr_fp64") ? CLD_FEATURE_FP64 : 0U;
    }
    free(extensions);
    /* Since OpenCL 1.2 double is a feature and some devices list no extension for it. */
    cl_device_fp_config fp64 = 0;
    if (clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(fp64), &fp64, NULL) == CL_SUCCESS && fp64)
        features |= CLD_FEATURE_FP64;
    return features;
}

static cl_int fill_info(cld_device_info *info)
{
    const cl_device_id device = info->device;
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof(info->type), &info->type, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(info->compute_units), &info->compute_units,
                    NULL);
    clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(info->local_memory), &info->local_memory, NULL);
    clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(info->global_memory), &info->global_memory,
                    NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(info->max_work_group_size),
                    &info->max_work_group_size, NULL);
    info->features = query_features(device);
    info->name = device_string(device, CL_DEVICE_NAME);
    info->vendor = device_string(device, CL_DEVICE_VENDOR);
    info->version = device_string(device, CL_DEVICE_VERSION);
    info->platform_name = platform_string(info->platform, CL_PLATFORM_NAME);
    const bool complete = info->name && info->vendor && info->version && info->platform_name;
    return complete ? CL_SUCCESS : cld_detail(CL_OUT_OF_HOST_MEMORY, "No memory for the list of devices.");
}

static cl_int add_platform(cld_device_list *list, cl_platform_id platform, cl_uint platform_index)
{
    cl_uint count = 0;
    cl_int err = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    if (err == CL_DEVICE_NOT_FOUND || (err == CL_SUCCESS && count == 0))
        return CL_SUCCESS; /* a driver without its hardware */
    if (err != CL_SUCCESS)
        return cld_detail(err, "clGetDeviceIDs failed on platform %u.", platform_index);

    cl_device_id *ids = calloc(count, sizeof(cl_device_id));
    cld_device_info *grown = realloc(list->devices, (list->count + count) * sizeof(cld_device_info));
    if (grown)
        list->devices = grown;
    if (!ids || !grown) {
        free(ids);
        return cld_detail(CL_OUT_OF_HOST_MEMORY, "No memory for the list of devices.");
    }
    err = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL);
    for (cl_uint i = 0; i < count && err == CL_SUCCESS; i++) {
        cld_device_info *info = &list->devices[list->count++];
        *info = (cld_device_info){
            .platform = platform, .device = ids[i], .platform_index = platform_index, .device_index = i};
        err = fill_info(info);
    }
    free(ids);
    return err;
}

/* The platforms, or NULL and a count of 0 if there is none. */
static cl_int list_platforms(cl_platform_id **out, cl_uint *count)
{
    *out = NULL;
    *count = 0;
    cl_int err = clGetPlatformIDs(0, NULL, count);
    if (err == CL_PLATFORM_NOT_FOUND_KHR || (err == CL_SUCCESS && *count == 0)) {
        *count = 0;
        return CL_SUCCESS;
    }
    if (err != CL_SUCCESS)
        return cld_detail(err, "clGetPlatformIDs failed.");
    *out = calloc(*count, sizeof(cl_platform_id));
    if (!*out)
        return cld_detail(CL_OUT_OF_HOST_MEMORY, "No memory for the list of platforms.");
    return clGetPlatformIDs(*count, *out, NULL);
}

cl_int cld_device_list_new(cld_device_list **out)
{
    if (!out)
        return cld_detail(CL_INVALID_VALUE, "cld_device_list_new: `out` is NULL.");
    *out = NULL;
    cld_device_list *list = calloc(1, sizeof(*list));
    if (!list)
        return cld_detail(CL_OUT_OF_HOST_MEMORY, "No memory for the list of devices.");

    cl_platform_id *platforms = NULL;
    cl_uint count = 0;
    cl_int err = list_platforms(&platforms, &count);
    for (cl_uint i = 0; platforms && i < count && err == CL_SUCCESS; i++)
        err = add_platform(list, platforms[i], i);
    free(platforms);
    if (err != CL_SUCCESS) {
        cld_device_list_free(list);
        return err;
    }
    *out = list;
    return CL_SUCCESS;
}

void cld_device_list_free(cld_device_list *list)
{
    if (!list)
        return;
    for (size_t i = 0; i < list->count; i++) {
        free_string(list->devices[i].name);
        free_string(list->devices[i].vendor);
        free_string(list->devices[i].version);
        free_string(list->devices[i].platform_name);
    }
    free(list->devices);
    free(list);
}

size_t cld_device_list_count(const cld_device_list *list)
{
    return list->count;
}

const cld_device_info *cld_device_list_get(const cld_device_list *list, size_t index)
{
    return index < list->count ? &list->devices[index] : NULL;
}
