/*
 * ranges.h - which accesses of a region (a kernel's body, a loop) are known to be good before it is entered.
 *
 * An index is followed to what it is made of: constants, parameters, variables that the region does not
 * change, ids of the work-item, counters of loops. From the least and the greatest value of each of these
 * come those of the index, computed at run time in front of the region; one condition tells whether all of
 * them are within. Then the region can be written twice: with and without checks.
 *
 * What can't be followed is not proven: those accesses are checked in both. The arithmetic is in long; where
 * it, or the program's own, could overflow, the condition is false.
 */
#ifndef CLD_INSTRUMENT_RANGES_H
#define CLD_INSTRUMENT_RANGES_H

#include "instrument/guard.h"

struct cld_proven {
    const struct cld_node **accesses;
    size_t count, room;
    struct cld_text statements; /* declarations in front of the region */
    char *condition;            /* one value, without && and ?: - compilers move it out of their own loops */
    struct cld_proven *outer;   /* what is proven already around the region */
};

/*
 * `for_group`: the values of all work-items of the group together, else those of one. The caller frees `p`
 * with cld_proven_free(); false: nothing can be proven.
 */
bool cld_ranges_prove(struct cld_rewriter *r, const struct cld_node *region, bool for_group,
                      struct cld_proven *p);
void cld_proven_free(struct cld_proven *p);
bool cld_is_proven(const struct cld_rewriter *r, const struct cld_node *access);

/* A barrier is in it, or may be in a function that it calls. */
bool cld_has_barrier(const struct cld_rewriter *r, const struct cld_node *n);

#endif
