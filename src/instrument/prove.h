/*
 * prove.h - which accesses of a region (a kernel's body, a loop) are known to be good before it is entered.
 *
 * The values that an access's indices can have are followed (follow.h); one condition tells whether all of
 * them are within. Then the region can be written twice: with and without checks.
 *
 * What can't be followed is not proven: those accesses are checked in both. Where the arithmetic, or the
 * program's own, could overflow, the condition is false.
 */
#ifndef CLD_INSTRUMENT_PROVE_H
#define CLD_INSTRUMENT_PROVE_H

#include "instrument/guard.h"

struct cld_proven {
    const struct cld_node **accesses;
    size_t count, room;
    struct cld_text declarations; /* in front of the region */
    struct cld_text condition;    /* one value, without && and ?: - compilers move it out of their own loops;
                                     empty: always */
    struct cld_proven *outer;     /* what is proven already around the region */
};

/*
 * `for_group`: the values of all work-items of the group together, else those of one. The caller frees `p`
 * with cld_proven_free(); false: nothing can be proven.
 */
bool cld_prove(struct cld_rewriter *r, const struct cld_node *region, bool for_group, struct cld_proven *p);
void cld_proven_free(struct cld_proven *p);
bool cld_is_proven(const struct cld_rewriter *r, const struct cld_node *access);

#endif
