/*
 * async_range.h - what an async copy reads or writes, or a prefetch fetches: `n` elements of one memory,
 * `stride` apart.
 */
#ifndef CLD_INSTRUMENT_ASYNC_RANGE_H
#define CLD_INSTRUMENT_ASYNC_RANGE_H

#include "instrument/rewrite.h"

struct cld_async_range {
    const struct cld_node *pointer;
    enum cld_space space;
    char *address, *bounds, *n, *stride; /* texts; stride: from one element to the next, in elements */
    char *within;                        /* NULL: nothing to check */
    char *missed;
};

/* Text of the bounds of its pointer. The caller frees it. */
char *cld_async_bounds(struct cld_rewriter *r, const struct cld_async_range *a);
/* Fills in `within` and `missed`, where there is something to check. `size`: text, bytes of an element;
 * `kind`: of the site (sites.h). */
void cld_async_judge(struct cld_rewriter *r, struct cld_async_range *a, const char *size, const char *kind);
void cld_async_range_free(struct cld_async_range *a);
char *cld_async_text(const char *text); /* a copy */

/* guard_prefetch.c: the text of a call of prefetch(). */
void cld_prefetch_emit(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *out);

#endif
