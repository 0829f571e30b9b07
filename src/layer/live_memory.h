/* live_memory.h - the memory that the program holds at the moment, and where it was created: for allocations
 * that fail. */
#ifndef CLD_LAYER_LIVE_MEMORY_H
#define CLD_LAYER_LIVE_MEMORY_H

#include "layer/object.h"

/* What one call site (one call stack) has created and still holds. */
struct cld_live_group {
    uint32_t stack;
    uint64_t objects, bytes;
    struct cld_finding_object largest;
};

#define CLD_LIVE_GROUPS 64

struct cld_live_memory {
    uint64_t objects, bytes; /* in all */
    size_t n_groups;
    struct cld_live_group
        groups[CLD_LIVE_GROUPS]; /* the largest first; call sites beyond these are not told apart */
};

/*
 * Buffers, images, pipes, SVM and USM allocations of all contexts that the program holds.
 * Those that lie in another object's memory (sub-buffers, images made from buffers) are not counted. Any
 * thread; walks over all objects with their lock held.
 */
void cld_live_memory(struct cld_live_memory *out);

#endif
