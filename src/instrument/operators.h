/* operators.h - which operator stands between two operands: libclang tells the kinds of few. */
#ifndef CLD_INSTRUMENT_OPERATORS_H
#define CLD_INSTRUMENT_OPERATORS_H

#include "instrument/rewrite.h"

/* The token behind a node. */
bool cld_token_follows(const struct cld_rewriter *r, const struct cld_node *n, const char *spelling);
/* `n` has two operands, and this between them. */
bool cld_has_operator(const struct cld_rewriter *r, const struct cld_node *n, const char *spelling);

/* A comparison of a variable with something else. */
struct cld_comparison {
    const struct cld_node *other;
    bool upper;     /* the variable is below it */
    bool including; /* or equal */
};
/* False: `n` is none, or one by == or !=. */
bool cld_comparison_of(const struct cld_rewriter *r, const struct cld_node *n, CXCursor variable,
                       struct cld_comparison *c);

#endif
