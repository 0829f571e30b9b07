#include "layer/driver_log.h"

#include <stdlib.h>

#define LARGEST_LOG (256u << 20)

char *cld_driver_log(const cl_icd_dispatch *next, cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *log = NULL;
    if (next->clGetProgramBuildInfo &&
        next->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) == CL_SUCCESS &&
        size > 1 && size <= LARGEST_LOG)
        log = calloc(1, size + 1);
    if (log &&
        next->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL) != CL_SUCCESS) {
        free(log);
        log = NULL;
    }
    return log;
}
