/*
 * access_flags.h - kernels that write buffers created with CL_MEM_READ_ONLY, or read CL_MEM_WRITE_ONLY ones.
 *
 * What a kernel does with an argument's memory is what its source says (instrument/arg_use.h), so this is
 * known of kernels that have a twin, and it is not known whether the access is made: a warning.
 */
#ifndef CLD_LAYER_ACCESS_FLAGS_H
#define CLD_LAYER_ACCESS_FLAGS_H

#include "layer/arg_use.h"
#include "layer/call.h"

/* Before a launch of `kernel`; `uses` may be NULL. */
void cld_access_check(struct cld_call *call, const struct cld_object *kernel, const struct cld_arg_use *uses);

#endif
