/* driver_log.h - what a driver's compiler said of a program. */
#ifndef CLD_LAYER_DRIVER_LOG_H
#define CLD_LAYER_DRIVER_LOG_H

#include "layer/opencl.h"

/* CL_PROGRAM_BUILD_LOG, which the caller frees; NULL: the driver gives none, an empty one, or one beyond
 * reason. */
char *cld_driver_log(const cl_icd_dispatch *next, cl_program program, cl_device_id device);

#endif
