/*
 * ranges.h - live SVM and USM allocations, by address: which one does a pointer lie in?
 *
 * The object table knows an allocation by its first byte only. Programs pass pointers to anywhere inside.
 */
#ifndef CLD_LAYER_RANGES_H
#define CLD_LAYER_RANGES_H

#include "layer/object.h"

/* `o`, an allocation just entered into the table, is there; or it is given up. */
void cld_range_add(const struct cld_object *o);
void cld_range_remove(const void *pointer);

/* Changes with every allocation and release; for one atomic load at a launch. */
uint32_t cld_ranges_generation(void);

/*
 * The table of hidden argument R (wire/message.h) for a context, by its serial: the caller frees it. NULL
 * with *size 0: there are none, or no memory.
 */
uint64_t *cld_ranges_of(uint64_t context_serial, size_t *size);

/* What `pointer` lies in, and how many bytes behind its first one. False: in nothing known. */
bool cld_range_find(const void *pointer, struct cld_finding_object *out, uint64_t *offset);

/* For fork(): see layer.c. */
void cld_ranges_lock(void);
void cld_ranges_unlock(void);
void cld_ranges_forked(void);

#endif
