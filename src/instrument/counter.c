#include "instrument/counter.h"

#include "instrument/follow.h"
#include "instrument/operators.h"
#include "instrument/variables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the loop's head: for (first; condition; step)
 * --------------------------------------------------------- */

struct head {
    const struct cld_node *init, *condition, *step;
};

static bool read_head(const struct cld_node *loop, struct head *h)
{
    unsigned inits = 0, steps = 0;
    *h = (struct head){0};
    for (const struct cld_node *c = loop->first; c && c != loop->last; c = c->next) {
        if (c->condition)
            h->condition = c;
        else if (h->condition)
            h->step = steps++ ? h->step : c;
        else
            h->init = inits++ ? h->init : c;
    }
    return h->condition && inits == 1 && steps == 1;
}

static bool read_first(const struct cld_node *init, CXCursor variable, struct cld_counter *c)
{
    const struct cld_node *i = cld_node_strip(init);
    if (i->kind == CLD_NODE_ASSIGN && cld_variable_is_here(i->first, variable))
        c->first = i->last;
    for (const struct cld_node *d = i->first; d && i->kind == CLD_NODE_DECLARE && !c->first; d = d->next)
        if (d->kind == CLD_NODE_VARIABLE && clang_equalCursors(d->cursor, variable) && d->last &&
            !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(d->cursor)))
            c->first = d->last;
    return c->first != NULL;
}

static bool read_condition(const struct cld_rewriter *r, const struct cld_node *condition, CXCursor variable,
                           struct cld_counter *c)
{
    struct cld_comparison k;
    if (!cld_comparison_of(r, condition, variable, &k))
        return false;
    c->up = k.upper;
    c->including = k.including;
    c->last = k.other;
    return true;
}

/* += where it counts up, and so on. */
static bool is_step_operator(const struct cld_rewriter *r, const struct cld_node *left, bool up, bool *scaled)
{
    *scaled = cld_token_follows(r, left, up ? "*=" : "/=") || cld_token_follows(r, left, up ? "<<=" : ">>=");
    return *scaled || cld_token_follows(r, left, up ? "+=" : "-=");
}

static bool read_step(const struct cld_rewriter *r, const struct cld_node *step, CXCursor variable,
                      struct cld_counter *c)
{
    const struct cld_node *n = cld_node_strip(step);
    if (!n->first || !cld_variable_is_here(n->first, variable))
        return false;
    if (n->kind == CLD_NODE_STEP) {
        enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(n->cursor);
        c->by_one = true;
        return c->up == (kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc);
    }
    c->step = n->last;
    return n->kind == CLD_NODE_COMPOUND_ASSIGN && is_step_operator(r, n->first, c->up, &c->scaled);
}

bool cld_counter_read(const struct cld_rewriter *r, const struct cld_node *n, CXCursor variable,
                      struct cld_counter *c)
{
    struct head h;
    *c = (struct cld_counter){.loop = n};
    if (n->kind != CLD_NODE_FOR || !read_head(n, &h) || !read_first(h.init, variable, c) ||
        !read_condition(r, h.condition, variable, c) || !read_step(r, h.step, variable, c) ||
        !cld_integer_of(clang_getCursorType(variable), &c->type))
        return false;
    bool declares = cld_node_strip(h.init)->kind == CLD_NODE_DECLARE;
    return cld_variable_writes(n, variable) == (declares ? 1 : 2) &&
           !cld_variable_has_pointer(r->function->tree, variable);
}

static bool is_number(const struct cld_node *n, long long *out)
{
    return n && n->constant && cld_integer_value(n->cursor, out);
}

/* The variable that the head sets. */
static bool counted(const struct cld_node *init, CXCursor *variable)
{
    const struct cld_node *i = cld_node_strip(init);
    const struct cld_node *v = i->kind == CLD_NODE_DECLARE  ? i->first
                               : i->kind == CLD_NODE_ASSIGN ? i->first
                                                            : NULL;
    while (v && i->kind == CLD_NODE_DECLARE && v->kind != CLD_NODE_VARIABLE)
        v = v->next;
    if (!v)
        return false;
    *variable =
        i->kind == CLD_NODE_DECLARE ? v->cursor : clang_getCursorReferenced(cld_node_strip(v)->cursor);
    return true;
}

long long cld_counter_trips(const struct cld_rewriter *r, const struct cld_node *n)
{
    struct head h;
    struct cld_counter c;
    CXCursor variable;
    long long first = 0, last, step = 1;
    if (n->kind != CLD_NODE_FOR || !read_head(n, &h) || !h.init || !counted(h.init, &variable) ||
        !cld_counter_read(r, n, variable, &c) || !c.up || c.scaled ||
        !is_number(cld_node_strip(c.last), &last) || (c.step && !is_number(cld_node_strip(c.step), &step)) ||
        step < 1)
        return 0;
    is_number(cld_node_strip(c.first), &first);
    return last > first ? (last - first + step - 1) / step + c.including : 1;
}

/* ---- its values inside the loop's body
 * ---------------------------------------------------------------------
 * Nothing may wrap around: not the counter either, one step behind its end.
 */

/*
 * The last value that a counter of steps reaches, not behind `limit`; the caller frees it. From one first
 * value on, by one step, it is first + k * step: `for (t = 0; t < n; t += 16)` ends at n - 16 where 16
 * divides n, and t + 15 is within n. A division by a step that is only known at run time takes a GPU some 20
 * instructions in 32 bits, and is worth them in front of what a whole group does together.
 */
static char *last_reached(bool for_group, const struct cld_counter *c, const struct cld_interval *first,
                          const struct cld_interval *step, const char *limit)
{
    bool one = c->step && !c->scaled && !strcmp(first->low, first->high) && !strcmp(step->low, step->high);
    const char *from = first->low, *by = step->low, *up = limit, *down = from;
    if (!c->up) {
        up = from;
        down = limit;
    }
    if (one && isdigit((unsigned char)by[0]))
        return cld_printf("%s %c (%s - (%s)) / %s * %s", from, c->up ? '+' : '-', up, down, by, by);
    if (one && for_group && c->type.bits == 32)
        return cld_printf("%s %c (long)((uint)(%s - (%s)) / (uint)clamp(%s, 1L, 1L << 30)) * %s", from,
                          c->up ? '+' : '-', up, down, by, by);
    return cld_copy(limit, strlen(limit));
}

static void count_up(struct cld_premises *p, bool for_group, const struct cld_counter *c,
                     const struct cld_interval *first, const struct cld_interval *last,
                     const struct cld_interval *step, struct cld_integer of_last, struct cld_interval *out)
{
    if (c->scaled)
        cld_premises_require(p, first->low, ">=", "0");
    if (!c->by_one || c->including)
        cld_premises_require(p, last->high, "<=", c->scaled ? "1L << 24" : "1L << 29");
    /* else ++ stops at what the counter's own type can hold */
    if (of_last.bits > c->type.bits || (c->type.bits == 32 && c->type.is_signed && !of_last.is_signed))
        cld_premises_require(p, last->high, "<=", "1L << 30");
    char *limit = cld_printf("%s%s", last->high, c->including ? "" : " - 1");
    char *high = last_reached(for_group, c, first, step, limit);
    cld_interval_make(p, out, first->low, high);
    free(high);
    free(limit);
}

static bool count_down(struct cld_premises *p, bool for_group, const struct cld_counter *c,
                       const struct cld_interval *first, const struct cld_interval *last,
                       const struct cld_interval *step, struct cld_interval *out)
{
    /* Unsigned counters wrap around below 0, which is greater than all; halving ends at 0. */
    if (!c->type.is_signed && !c->scaled && !c->by_one)
        return false;
    if (!c->type.is_signed || c->scaled)
        cld_premises_require(p, last->low, ">=", c->including ? "1" : "0");
    cld_premises_require(p, last->low, ">=", "-(1L << 29)");
    char *limit = cld_printf("%s%s", last->low, c->including ? "" : " + 1");
    char *low = last_reached(for_group, c, first, step, limit);
    cld_interval_make(p, out, low, first->high);
    free(low);
    free(limit);
    return true;
}

/* The ends and the step as they are. */
static bool follow_parts(struct cld_following *s, const struct cld_counter *c, struct cld_interval *first,
                         struct cld_interval *last, struct cld_interval *step)
{
    struct cld_integer of_first, of_last, of_step;
    if (c->type.bits < 32 || !cld_follow(s, c->first, first) || !cld_follow(s, c->last, last) ||
        (c->step && !cld_follow(s, c->step, step)) || !cld_integer_of(c->first->type, &of_first) ||
        !cld_integer_of(c->last->type, &of_last) ||
        !cld_interval_convert(&s->premises, first, of_first, c->type))
        return false;
    cld_interval_exactly(&s->premises, first, c->type);
    cld_interval_exactly(&s->premises, last, of_last);
    if (c->step && cld_integer_of(c->step->type, &of_step))
        cld_interval_exactly(&s->premises, step, of_step);
    return true;
}

bool cld_follow_counter(struct cld_following *s, const struct cld_counter *c, struct cld_interval *out)
{
    struct cld_premises *p = &s->premises;
    struct cld_interval first, last, step = {0};
    struct cld_integer of_last;
    if (!follow_parts(s, c, &first, &last, &step) || !cld_integer_of(c->last->type, &of_last))
        return false;
    out->exact = true;
    out->bits = first.bits > last.bits ? first.bits : last.bits;
    if (of_last.is_signed != c->type.is_signed) { /* compared as unsigned */
        cld_premises_require(p, first.low, ">=", "0");
        cld_premises_require(p, last.low, ">=", "0");
    }
    if (c->step) {
        cld_premises_require(p, step.low, ">=", "1");
        cld_premises_require(p, step.high, "<=", c->scaled ? "6" : "1L << 29");
    }
    if (!c->up)
        return count_down(p, s->for_group, c, &first, &last, &step, out);
    count_up(p, s->for_group, c, &first, &last, &step, of_last, out);
    return true;
}
