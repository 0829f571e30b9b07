/*
 * versions.h - a region written twice: without the checks that a condition in front of it makes needless, and
 * with all of them.
 */
#ifndef CLD_INSTRUMENT_VERSIONS_H
#define CLD_INSTRUMENT_VERSIONS_H

#include "instrument/rewrite.h"

/* A #pragma or an attribute stands in front of the loop: nothing may come between. */
bool cld_versions_is_hinted(const struct cld_rewriter *r, const struct cld_node *n);
/* More text can stand behind it, in braces: it ends with its own, or one more semicolon does no harm. */
bool cld_can_be_a_block(const struct cld_rewriter *r, const struct cld_node *n);
/* A loop. False: it is written as it is. */
bool cld_versions_loop(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
/* A loop as it is; what its misses keep is told behind it. */
void cld_versions_none(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);
/* A kernel's body, without its braces: on devices that run the work-items of a group in a loop. */
bool cld_versions_body(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);

#endif
