/*
 * image_format.h - kernels that read or write an image with functions that are not for its format.
 *
 * Which functions a kernel uses on an argument is what its source says (instrument/arg_use.h), so this is
 * known of kernels that have a twin, and it is not known whether the call is reached: a warning. Where one of
 * several functions is right, nothing is said: the program may know which.
 */
#ifndef CLD_LAYER_IMAGE_FORMAT_H
#define CLD_LAYER_IMAGE_FORMAT_H

#include "layer/arg_use.h"
#include "layer/call.h"

/* Before a launch of `kernel`; `uses` may be NULL. */
void cld_image_format_check(struct cld_call *call, const struct cld_object *kernel,
                            const struct cld_arg_use *uses);
/*
 * The functions for a channel type, as bits: 1 read_imagef() and write_imagef(), 2 those of i, 4 of ui, 8 of
 * h (OpenCL C 3.0, 6.15.15.3 to 6.15.15.5). 0: not known.
 */
unsigned cld_image_functions(cl_channel_type type);

#endif
