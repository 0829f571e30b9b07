/*
 * device_limits.h - what a device allows, asked once: launches and transfers are compared with it by
 * integers, without a call of the driver.
 */
#ifndef CLD_LAYER_DEVICE_LIMITS_H
#define CLD_LAYER_DEVICE_LIMITS_H

#include "layer/call.h"

struct cld_device_limits {
    struct cld_device_limits *next;
    cl_device_id device;
    uint64_t serial;         /* of its entry: handles of sub-devices come again */
    uint64_t local_bytes;    /* CL_DEVICE_LOCAL_MEM_SIZE; 0 here and below: not known */
    size_t group;            /* CL_DEVICE_MAX_WORK_GROUP_SIZE: work-items */
    size_t items[3];         /* CL_DEVICE_MAX_WORK_ITEM_SIZES */
    uint32_t base_alignment; /* CL_DEVICE_MEM_BASE_ADDR_ALIGN, in bytes */
};

/* Asks the driver the first time. Lives as long as the process; NULL: no memory. Any thread. */
const struct cld_device_limits *cld_device_limits(struct cld_call *call, cl_device_id device);

/*
 * What the driver says of `kernel`, just made: its arguments are not set yet, so that its local memory is
 * that of its own variables (OpenCL 3.0, table 5.21). For the first CLD_FITS devices of its context.
 */
void cld_kernel_fits(struct cld_call *call, struct cld_object *kernel);
/* Of this device; NULL: not known. */
const struct cld_kernel_fit *cld_kernel_fit(const struct cld_object *kernel, cl_device_id device);

#endif
