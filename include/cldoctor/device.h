/**
 * @file cldoctor/device.h
 * Listing OpenCL devices and choosing one.
 */
#ifndef CLDOCTOR_DEVICE_H
#define CLDOCTOR_DEVICE_H

#include <cldoctor/base.h>

CLD_BEGIN_DECLS

/** What a device can do; combine with `|`. */
typedef enum cld_feature {
    CLD_FEATURE_FP64 = 1,         /**< double precision (OpenCL API 4.2, CL_DEVICE_DOUBLE_FP_CONFIG) */
    CLD_FEATURE_FP16 = 2,         /**< half precision arithmetic (cl_khr_fp16) */
    CLD_FEATURE_IMAGES = 4,       /**< images (CL_DEVICE_IMAGE_SUPPORT) */
    CLD_FEATURE_COMPILER = 8,     /**< can build programs from source (CL_DEVICE_COMPILER_AVAILABLE) */
    CLD_FEATURE_OUT_OF_ORDER = 16 /**< out-of-order command queues on the host */
} cld_feature;

/** One device. Strings belong to the list that it came from. */
typedef struct cld_device_info {
    cl_platform_id platform;
    cl_device_id device;
    cl_uint platform_index; /**< the P of "P:D": position in clGetPlatformIDs */
    cl_uint device_index;   /**< the D of "P:D": position in clGetDeviceIDs(CL_DEVICE_TYPE_ALL) */
    cl_device_type type;    /**< CL_DEVICE_TYPE_GPU, ..., perhaps with CL_DEVICE_TYPE_DEFAULT */
    const char *name;
    const char *vendor;
    const char *version; /**< for example "OpenCL 3.0 CUDA" */
    const char *platform_name;
    unsigned features;          /**< cld_feature values */
    cl_uint compute_units;      /**< CL_DEVICE_MAX_COMPUTE_UNITS */
    cl_ulong local_memory;      /**< bytes of local memory for one work-group */
    cl_ulong global_memory;     /**< bytes of global memory */
    size_t max_work_group_size; /**< work-items */
} cld_device_info;

/**
 * What a device must be. Zero means "I don't mind", so `{0}` asks for any device. New fields are only ever
 * added at the end.
 */
typedef struct cld_device_request {
    /** CL_DEVICE_TYPE_GPU | ..., or 0 (or CL_DEVICE_TYPE_ALL) for any. */
    cl_device_type type;
    /**
     * "P:D" (platform and device number, as cld_device_list_new() counts), or a part of the device's,
     * vendor's or platform's name in any case ("nvidia", "h200"). NULL or "": the environment variable
     * CLDOCTOR_DEVICE decides, if it is set and not empty; otherwise any name is right.
     */
    const char *name;
    unsigned features;      /**< cld_feature values that it must all have */
    cl_ulong local_memory;  /**< at least this many bytes of local memory for one work-group */
    cl_ulong global_memory; /**< at least this many bytes of global memory */
} cld_device_request;

/** All devices of all platforms, as they were when the list was made. */
typedef struct cld_device_list cld_device_list;

/**
 * Lists every device of every platform (OpenCL API 4.1, 4.2).
 *
 * @param[out] out the list; the caller frees it with cld_device_list_free()
 * @return CL_SUCCESS, also for an empty list; CL_INVALID_VALUE if `out` is NULL; CL_OUT_OF_HOST_MEMORY; what
 *         the OpenCL loader returned. No platform at all is an empty list, not an error.
 */
CLD_API cl_int cld_device_list_new(cld_device_list **out);

/** Frees a list and its strings. The devices themselves stay. @param list a list or NULL */
CLD_API void cld_device_list_free(cld_device_list *list);

/** How many devices a list holds. @param list not NULL @return the number; 0 if there is none */
CLD_API size_t cld_device_list_count(const cld_device_list *list);

/**
 * One device of a list.
 *
 * @param list  not NULL
 * @param index 0 to cld_device_list_count() - 1
 * @return the device, owned by the list; NULL if `index` is too large
 */
CLD_API const cld_device_info *cld_device_list_get(const cld_device_list *list, size_t index);

/**
 * Chooses the best device that meets a request: GPUs before accelerators before CPUs before the rest, and in
 * the order of the platforms among equals.
 *
 * @param request what it must be; NULL for any device
 * @param[out] out the device; needs no release (OpenCL API 4.2: root devices are not reference counted)
 * @return CL_SUCCESS; CL_DEVICE_NOT_FOUND if no device meets the request, or there is none at all;
 *         CL_INVALID_VALUE if `out` is NULL; CL_OUT_OF_HOST_MEMORY; what the OpenCL loader returned.
 *         On CL_DEVICE_NOT_FOUND, cld_error_detail() says what was asked, lists every device that was there
 * and why it was not taken.
 *
 * Reads the environment variable CLDOCTOR_DEVICE (see cld_device_request): do not change the environment in
 * another thread meanwhile.
 */
CLD_API cl_int cld_device_choose(const cld_device_request *request, cl_device_id *out);

CLD_END_DECLS

#endif
