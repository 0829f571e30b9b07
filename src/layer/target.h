/* target.h - taking in an ICD loader of the process. */
#ifndef CLD_LAYER_TARGET_H
#define CLD_LAYER_TARGET_H

#include "layer/layer.h"

/*
 * A slot for the loader whose functions are the first `entries` of `next`; NULL when all are taken. The
 * slot's table has our wrappers where the loader has functions. The module of those functions is pinned:
 * the harvester may call them at any time.
 */
struct cld_target *cld_target_add(const cl_icd_dispatch *next, size_t entries);

#endif
