/*
 * kept.h - where a kernel tells what its misses have kept, on GPUs.
 *
 * A miss outside of loops is told at once. One inside of a loop is kept in variables, and told behind the
 * outermost loop, or behind the one of its copies that was run; what is kept until the kernel's end lives
 * through everything that comes between, and takes registers of all of it.
 */
#ifndef CLD_INSTRUMENT_KEPT_H
#define CLD_INSTRUMENT_KEPT_H

#include "instrument/rewrite.h"

/* Inside of a loop of the function. */
bool cld_is_in_loop(const struct cld_node *n);
struct cld_kept_mark cld_kept_mark(const struct cld_rewriter *r);
/* There is room for one more place that tells; it is taken. */
bool cld_kept_may_tell(struct cld_rewriter *r);
/* What was kept in `n` since the mark can be told behind it, and there is such. */
bool cld_kept_here(const struct cld_rewriter *r, const struct cld_node *n, struct cld_kept_mark since);
/* "; told": for statements. Nothing, unless cld_kept_here(). */
void cld_kept_tell(struct cld_rewriter *r, const struct cld_node *n, struct cld_kept_mark since,
                   struct cld_text *out);

#endif
