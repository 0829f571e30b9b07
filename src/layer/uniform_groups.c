#include "layer/uniform_groups.h"

#include <stdlib.h>
#include <string.h>

#ifndef CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT
#define CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT 0x1065
#endif

enum cld_groups { UNKNOWN, UNIFORM, ANY };

bool cld_options_are_uniform(const char *options)
{
    const char *standard = strstr(options, "-cl-std=");
    if (strstr(options, "-cl-uniform-work-group-size"))
        return true;
    return !standard || strncmp(standard + strlen("-cl-std="), "CL1.", 4) == 0;
}

static bool built_uniform(const cl_icd_dispatch *next, const struct cld_object *program, cl_device_id device)
{
    size_t size = 0;
    if (!next->clGetProgramBuildInfo ||
        next->clGetProgramBuildInfo(program->handle, device, CL_PROGRAM_BUILD_OPTIONS, 0, NULL, &size) !=
            CL_SUCCESS)
        return false;
    char *options = calloc(1, size + 1);
    bool uniform = options &&
                   (!size || next->clGetProgramBuildInfo(program->handle, device, CL_PROGRAM_BUILD_OPTIONS,
                                                         size, options, NULL) == CL_SUCCESS) &&
                   cld_options_are_uniform(options);
    free(options);
    return uniform;
}

/* OpenCL 3.0 made it optional again; before, every device that took OpenCL C 2.0 could. */
static bool device_cannot(const cl_icd_dispatch *next, cl_device_id device)
{
    char version[64] = "";
    cl_bool can = CL_TRUE;
    return next->clGetDeviceInfo &&
           next->clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version, version, NULL) == CL_SUCCESS &&
           strncmp(version, "OpenCL 3.", 9) == 0 &&
           next->clGetDeviceInfo(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof can, &can, NULL) ==
               CL_SUCCESS &&
           !can;
}

/* The driver keeps the last build's options: with them, only what was built from source at once can be
 * judged. */
static bool ask(const cl_icd_dispatch *next, const struct cld_object *kernel, cl_device_id device)
{
    const struct cld_object *p = kernel->parent;
    if (!p || p->serial != kernel->parent_serial || p->kind != CLD_KIND_PROGRAM ||
        p->born_fn != CLD_FN_clCreateProgramWithSource)
        return false;
    return device_cannot(next, device) || built_uniform(next, p, device);
}

bool cld_groups_are_uniform(const cl_icd_dispatch *next, const struct cld_object *kernel, cl_device_id device)
{
    if (!kernel || kernel->kind != CLD_KIND_KERNEL || !device)
        return false;
    _Atomic uint32_t *known = (_Atomic uint32_t *)&kernel->kernel.groups;
    if (atomic_load_explicit(known, memory_order_relaxed) == UNKNOWN)
        atomic_store(known, ask(next, kernel, device) ? UNIFORM : ANY);
    return atomic_load(known) == UNIFORM;
}
