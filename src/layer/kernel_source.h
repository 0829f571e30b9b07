/*
 * kernel_source.h - a kernel's parameters as they stand in the program's source.
 *
 * Drivers keep argument names and types only under -cl-kernel-arg-info. The text is read instead, without
 * preprocessing: good for messages, and for suspecting a wrong size, which is then confirmed by a build.
 */
#ifndef CLD_LAYER_KERNEL_SOURCE_H
#define CLD_LAYER_KERNEL_SOURCE_H

#include "layer/object.h"

/*
 * Fills in `args` (name, type, space, size) of kernel `name`. False, with nothing filled in: the kernel is
 * not found, has another number of parameters, or stands there twice with different ones (under #if, say).
 */
bool cld_kernel_from_source(const char *source, const char *name, struct cld_param_info *args, uint32_t n,
                            size_t pointer_bytes);

#endif
