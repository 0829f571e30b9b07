/*
 * follow.h - an integer expression, followed to what it is made of.
 *
 * That is: constants, parameters, variables that the region does not change, ids of the work-item, counters
 * of loops. From the least and the greatest value of each of these come those of the expression, in front of
 * the region. What is made of anything else is not followed.
 *
 * follow.c knows expressions, follow_name.c variables, follow_load.c memory, follow_call.c built-in
 * functions, counter.c loops, and narrow.c what the program asks before it comes to an expression.
 */
#ifndef CLD_INSTRUMENT_FOLLOW_H
#define CLD_INSTRUMENT_FOLLOW_H

#include "instrument/counter.h"
#include "instrument/interval.h"
#include "instrument/rewrite.h"

struct cld_following {
    struct cld_rewriter *r;
    const struct cld_node *region;
    bool for_group; /* the values of all work-items of the group together, else those of one */
    struct cld_premises premises;
    struct cld_followed {
        CXCursor variable;
        const struct cld_node *loop; /* that counts it; NULL: none */
        struct cld_interval interval;
    } *known;
    size_t n_known, known_room;
    unsigned depth;
    bool narrowing; /* what is asked of a variable may be asked with others: not of them as well */
};

/* What was tried in vain since a moment is forgotten. */
struct cld_following_mark {
    size_t premises, known;
};
struct cld_following_mark cld_following_mark(const struct cld_following *s);
void cld_following_forget(struct cld_following *s, struct cld_following_mark m);
void cld_following_free(struct cld_following *s);

/* False: not followed; premises may have been added. */
bool cld_follow(struct cld_following *s, const struct cld_node *n, struct cld_interval *out);
/* The expression's very value. */
bool cld_follow_exactly(struct cld_following *s, const struct cld_node *n, struct cld_interval *out);
/* As a value of the type that it is converted to. */
bool cld_follow_as(struct cld_following *s, const struct cld_node *n, CXType type, struct cld_interval *out);

/* ---- the parts of it
 * ---------------------------------------------------------------------------------------- */

bool cld_follow_name(struct cld_following *s, const struct cld_node *n, struct cld_interval *out);
/* Of memory that the region does not write (follow_load.c). */
bool cld_follow_load(struct cld_following *s, const struct cld_node *n, struct cld_interval *out);
bool cld_follow_call(struct cld_following *s, const struct cld_node *n, struct cld_interval *out);
bool cld_follow_counter(struct cld_following *s, const struct cld_counter *c, struct cld_interval *out);
/* The variable is there in front of the region, and the region does not change it. */
bool cld_follow_is_outside(const struct cld_following *s, CXCursor variable, CXType type);
/* `out` holds what a value of the type can be: its bits, and premises that keep it far from the end of long.
 */
void cld_follow_any_value(struct cld_following *s, struct cld_integer type, struct cld_interval *out);
/*
 * What the program asks of the variable before it comes to `n`: `out`, which is its interval, can only become
 * smaller. `within`: where the variable does not change between the question and `n`: the region; of a
 * counter its loop, which sets it.
 */
void cld_narrow(struct cld_following *s, const struct cld_node *n, const struct cld_node *within,
                CXCursor variable, CXType type, struct cld_interval *out);

#endif
