/* kernel_info.h - what the kernels of a program declare: argument types and the sizes that they take. */
#ifndef CLD_LAYER_KERNEL_INFO_H
#define CLD_LAYER_KERNEL_INFO_H

#include "layer/call.h"

/*
 * Of `kernel`, an object just made from `program`; the driver is asked once for each name. The
 * kernel's entry holds what is returned: cld_kernel_info_release(). Never NULL but when memory is short.
 * Where the driver keeps no argument information (it may need -cl-kernel-arg-info), `known` is false: see
 * cld_kernel_learn().
 */
struct cld_kernel_info *cld_kernel_info(struct cld_call *call, cl_kernel kernel, struct cld_object *program);

/* An entry of the object table, long dead, no longer refers to it. */
void cld_kernel_info_release(struct cld_kernel_info *info);

/*
 * Finds out the arguments of a kernel whose driver does not tell, by building a copy of its program with
 * -cl-kernel-arg-info. Slow: only when a finding is to be explained. True when they are known now.
 */
bool cld_kernel_learn(struct cld_call *call, struct cld_object *kernel);

/* Bytes that clSetKernelArg takes for a parameter of this OpenCL C type; 0: unknown, or any (local memory).
 */
size_t cld_param_size(const char *type, cl_kernel_arg_address_qualifier space, size_t pointer_bytes);

/* hooks_kernel.c: "2 (`float4 colour`)", as far as it is known. */
void cld_kernel_name_arg(const struct cld_object *kernel, cl_uint index, char *out, size_t room);

/* Bytes of the __local arguments that are set; UINT64_MAX: more than that holds. */
uint64_t cld_local_args(const struct cld_object *kernel);

/* For fork(): see layer.c. */
void cld_kernels_lock(void);
void cld_kernels_unlock(void);

#endif
