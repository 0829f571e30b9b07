/*
 * uniform.h - expressions that have one value for all work-items of a group that evaluate them together.
 *
 * Made of constants, parameters of kernels, ids and sizes of the group, memory that nobody may write, and
 * variables that are only given such values, by all work-items of the group or by none. A condition that the
 * work-items vote on (votes.h) counts as one on which they agree. "No" means that it isn't known.
 */
#ifndef CLD_INSTRUMENT_UNIFORM_H
#define CLD_INSTRUMENT_UNIFORM_H

#include "instrument/rewrite.h"
#include "instrument/votes.h"

struct cld_uniform;

/* Of a unit; `alone`: no other unit calls its functions. The caller frees it. */
struct cld_uniform *cld_uniform_new(const struct cld_rewriter *r, const struct cld_votes *votes, bool alone);
void cld_uniform_free(struct cld_uniform *u);
bool cld_is_uniform(const struct cld_uniform *u, const struct cld_node *expression);

#endif
