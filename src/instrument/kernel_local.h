/* kernel_local.h - whether a kernel can have variables of ours in local memory. */
#ifndef CLD_INSTRUMENT_KERNEL_LOCAL_H
#define CLD_INSTRUMENT_KERNEL_LOCAL_H

#include "instrument/rewrite.h"

/* By a function of the unit: not every device takes variables in local memory there. */
bool cld_kernel_is_called(const struct cld_rewriter *r, const char *kernel);
/* With so many bytes more. A kernel that takes nearly all local memory of its device would not be built. */
bool cld_kernel_has_room(const struct cld_function *kernel, long long bytes);

#endif
