/*
 * misplaced.h - why an access is wrong though its pointer points to something: it is not aligned, or the
 * pointer is of another address space than what it points into.
 */
#ifndef CLD_LAYER_MISPLACED_H
#define CLD_LAYER_MISPLACED_H

#include "layer/log_slot.h"

#include <stddef.h>

/* What is known of the memory: where it begins (UINT64_MAX: not known), and its address space (NULL: not
 * known). */
struct cld_misplaced {
    const struct cld_slot_read *slot;
    uint64_t first;
    const char *space;
    bool is_write, is_host_memory; /* the latter: a buffer or an SVM allocation */
};

/* What to do about an address that is no multiple of what it has to be. The name of the cause, for reports.
 */
const char *cld_misaligned_cause(const struct cld_misplaced *m, char *fix, size_t fix_room);

/* The address space of the memory that the pointer was made into, where its type says another; NULL: no such
 * miss. */
const char *cld_other_space(const struct cld_slot_read *slot);
const char *cld_other_space_cause(const struct cld_misplaced *m, char *fix, size_t fix_room);

#endif
