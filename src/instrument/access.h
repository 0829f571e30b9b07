/* access.h - which nodes are accesses to memory, and what is known of each. */
#ifndef CLD_INSTRUMENT_ACCESS_H
#define CLD_INSTRUMENT_ACCESS_H

#include "instrument/rewrite.h"

/* True: `n` is one; `a` is filled in, to be given to cld_access_done(). */
bool cld_access_of(struct cld_rewriter *r, const struct cld_node *n, struct cld_access *a);
void cld_access_done(struct cld_access *a);

/* Of a subscript: the operand that is a pointer, an array or a vector (3[a] is a[3]); NULL: neither is. */
const struct cld_node *cld_subscript_base(const struct cld_node *n);

#endif
