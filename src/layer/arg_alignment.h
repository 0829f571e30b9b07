/*
 * arg_alignment.h - memory of the host's that a kernel is given, and that begins where the kernel's type
 * can't lie: buffers with CL_MEM_USE_HOST_PTR, and SVM pointers (OpenCL 3.0, appendix C: it is the program
 * that aligns them).
 */
#ifndef CLD_LAYER_ARG_ALIGNMENT_H
#define CLD_LAYER_ARG_ALIGNMENT_H

#include "layer/call.h"

/* "float4*": 16; 1: any, or not known. */
unsigned cld_pointee_alignment(const char *type);

/* Before a launch. */
void cld_arg_alignment_launch(struct cld_call *call, const struct cld_object *kernel);
/* A pointer that was set. */
void cld_arg_alignment_pointer(struct cld_call *call, const struct cld_object *kernel, uint32_t index,
                               const void *pointer);

#endif
