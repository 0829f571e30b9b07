/* work_group.h - sizes of work-groups: which fit, and what the global size has to be. Pure arithmetic. */
#ifndef CLD_LAYER_WORK_GROUP_H
#define CLD_LAYER_WORK_GROUP_H

#include <stdbool.h>
#include <stddef.h>

/* The product; SIZE_MAX where it is more than a size_t holds. `dims` is 1 to 3. */
size_t cld_group_items(const size_t size[3], unsigned dims);

/* `global` up to whole groups of `local`, which has no 0. False: more than a size_t holds. */
bool cld_group_round_up(const size_t global[3], const size_t local[3], unsigned dims, size_t out[3]);

/*
 * A local size that divides `global`, has at most `most` work-items, and in each dimension at most `items`
 * and at most `wanted`, as large as can be: dimension 0 first, where neighbours share memory transactions. 0
 * in `most`, `items` or `wanted`: no limit. All of `out` is written: 1 in the dimensions that are not used.
 */
void cld_group_that_fits(const size_t global[3], const size_t wanted[3], unsigned dims, size_t most,
                         const size_t items[3], size_t out[3]);

#endif
