/* counter.h - variables that a `for` counts, and nothing else changes. */
#ifndef CLD_INSTRUMENT_COUNTER_H
#define CLD_INSTRUMENT_COUNTER_H

#include "instrument/integer.h"
#include "instrument/rewrite.h"

struct cld_counter {
    const struct cld_node *loop;
    const struct cld_node *first, *last; /* its first value, and what it is compared with */
    const struct cld_node *step;         /* NULL: 1 */
    struct cld_integer type;
    bool up;
    bool including; /* <= and >= */
    bool by_one;    /* ++ and -- */
    bool scaled;    /* *= <<= /= >>= */
};

/* False: `n` is no such loop of the variable. */
bool cld_counter_read(const struct cld_rewriter *r, const struct cld_node *n, CXCursor variable,
                      struct cld_counter *c);

/* How often a loop goes round at most, where its limit and its step are numbers; 0: they are not. It is taken
 * to begin at 0, or at the id of a work-item, where its first value is none. */
long long cld_counter_trips(const struct cld_rewriter *r, const struct cld_node *n);

#endif
