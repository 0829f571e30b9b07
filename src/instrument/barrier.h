/* barrier.h - where the work-items of a group may wait for each other. */
#ifndef CLD_INSTRUMENT_BARRIER_H
#define CLD_INSTRUMENT_BARRIER_H

#include "instrument/rewrite.h"

/* A barrier is in it, or may be in a function that it calls. */
bool cld_has_barrier(const struct cld_rewriter *r, const struct cld_node *n);

#endif
