/* after_barrier.h - what keeps PoCL from taking a branch for a whole group's; see after_barrier.c. */
#ifndef CLD_INSTRUMENT_AFTER_BARRIER_H
#define CLD_INSTRUMENT_AFTER_BARRIER_H

#include "instrument/pass.h"

/* For a pass that changes what stands behind barriers: its `barrier` hook, and a part of its runtime. */
void cld_after_barrier(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *text);
void cld_after_barrier_runtime(const struct cld_rewriter *r, struct cld_text *out);

#endif
