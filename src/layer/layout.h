/* layout.h - arguments that host and kernel lay out differently: looked at before a launch, by integers. */
#ifndef CLD_LAYER_LAYOUT_H
#define CLD_LAYER_LAYOUT_H

#include "layer/arg_use.h"
#include "layer/call.h"

/* Structs by value of another size than the kernel's: drivers take them (PoCL 3.1). `uses` may be NULL. */
void cld_layout_structs(struct cld_call *call, const struct cld_object *kernel,
                        const struct cld_arg_use *uses);

/*
 * A buffer with exactly 3 components for each work-item, where the kernel takes vectors of 3, which have the
 * size of 4 (OpenCL C 3.0, 6.3.5).
 */
void cld_layout_vectors(struct cld_call *call, const struct cld_object *kernel);

/* "float3*": 12; 0: no pointer to a vector of 3 components. */
unsigned cld_packed_size(const char *type);

/* A kernel just made: parameters of types that kernels may not have, and whose sizes differ (OpenCL
 * C 3.0, 6.11). */
void cld_layout_types(struct cld_call *call, const struct cld_object *kernel);
/* bool, size_t and the like, by value. */
bool cld_type_is_no_argument(const char *type);

#endif
