/* diagnose_launch.h - a launch that is being diagnosed, for diagnose_launch.c and diagnose_group.c. */
#ifndef CLD_LAYER_DIAGNOSE_LAUNCH_H
#define CLD_LAYER_DIAGNOSE_LAUNCH_H

#include "layer/diagnose_check.h"

struct cld_launch {
    const struct cld_object *kernel;
    cl_device_id device;
    unsigned dims; /* 1 to 3 */
    size_t global[3], local[3];
    bool has_global, has_local;
    const char *name;
};

struct cld_launch cld_read_launch(struct cld_diag *d);
/* Of the kernel on this device; false: not known. */
bool cld_ask_kernel(struct cld_diag *d, const struct cld_launch *l, cl_kernel_work_group_info what,
                    size_t size, void *out);

#endif
