#include "instrument/follow.h"

#include "instrument/operators.h"

#include <stdlib.h>

#define MOST_DEPTH 24u

struct cld_following_mark cld_following_mark(const struct cld_following *s)
{
    return (struct cld_following_mark){cld_premises_mark(&s->premises), s->n_known};
}

void cld_following_forget(struct cld_following *s, struct cld_following_mark m)
{
    cld_premises_forget(&s->premises, m.premises);
    s->n_known = m.known;
}

void cld_following_free(struct cld_following *s)
{
    free(s->known);
    cld_premises_free(&s->premises);
}

bool cld_follow_exactly(struct cld_following *s, const struct cld_node *n, struct cld_interval *out)
{
    struct cld_integer type;
    if (!cld_follow(s, n, out) || !cld_integer_of(n->type, &type))
        return false;
    cld_interval_exactly(&s->premises, out, type);
    return true;
}

bool cld_follow_as(struct cld_following *s, const struct cld_node *n, CXType type, struct cld_interval *out)
{
    struct cld_integer from, to;
    return cld_follow(s, n, out) && cld_integer_of(n->type, &from) && cld_integer_of(type, &to) &&
           cld_interval_convert(&s->premises, out, from, to);
}

/* ---- operations
 * -------------------------------------------------------------------------------------------- */

/* Both operands as the type of the result. */
static bool follow_both(struct cld_following *s, const struct cld_node *n, struct cld_interval *a,
                        struct cld_interval *b)
{
    return cld_follow_as(s, n->first, n->type, a) && cld_follow_as(s, n->last, n->type, b);
}

/* For what is no operation of the ring. */
static bool follow_both_exactly(struct cld_following *s, const struct cld_node *n, struct cld_integer type,
                                struct cld_interval *a, struct cld_interval *b)
{
    if (!follow_both(s, n, a, b))
        return false;
    cld_interval_exactly(&s->premises, a, type);
    cld_interval_exactly(&s->premises, b, type);
    return true;
}

static bool follow_exactly_as(struct cld_following *s, const struct cld_node *n, CXType type,
                              struct cld_interval *out)
{
    struct cld_integer i;
    if (!cld_follow_as(s, n, type, out) || !cld_integer_of(type, &i))
        return false;
    cld_interval_exactly(&s->premises, out, i);
    return true;
}

/* The number of bits is of a type of its own. */
static bool follow_shift(struct cld_following *s, const struct cld_node *n, struct cld_integer type,
                         struct cld_interval *out)
{
    struct cld_interval a, b;
    bool left = cld_has_operator(s->r, n, "<<");
    if (!(left ? cld_follow_as(s, n->first, n->type, &a) : follow_exactly_as(s, n->first, n->type, &a)) ||
        !cld_follow_exactly(s, n->last, &b))
        return false;
    if (left)
        cld_interval_shift_left(&s->premises, &a, &b, type, out);
    else
        cld_interval_shift_right(&s->premises, &a, &b, out);
    return true;
}

/* One of both is enough, if it is not negative. */
static bool follow_and(struct cld_following *s, const struct cld_node *n, struct cld_interval *out)
{
    struct cld_interval mask;
    struct cld_following_mark m = cld_following_mark(s);
    bool found = follow_exactly_as(s, n->last, n->type, &mask);
    if (!found) {
        cld_following_forget(s, m);
        found = follow_exactly_as(s, n->first, n->type, &mask);
    }
    if (found)
        cld_interval_mask(&s->premises, &mask, out);
    return found;
}

static bool follow_modulo(struct cld_following *s, const struct cld_node *n, struct cld_integer type,
                          struct cld_interval *out)
{
    struct cld_interval a, b;
    struct cld_following_mark m = cld_following_mark(s);
    bool both = follow_both_exactly(s, n, type, &a, &b);
    if (!both) {
        cld_following_forget(s, m);
        if (type.is_signed || !follow_exactly_as(s, n->last, n->type, &b))
            return false;
    }
    cld_interval_modulo(&s->premises, both ? &a : NULL, &b, out);
    return true;
}

static bool is_comparison(const struct cld_following *s, const struct cld_node *n)
{
    static const char *const comparisons[] = {"<", ">", "<=", ">=", "==", "!="};
    for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
        if (cld_has_operator(s->r, n, comparisons[i]))
            return true;
    return false;
}

/* + - * : the same in any width. */
static bool follow_ring(struct cld_following *s, const struct cld_node *n, struct cld_integer type,
                        struct cld_interval *out)
{
    struct cld_premises *p = &s->premises;
    struct cld_interval a, b;
    if (!follow_both(s, n, &a, &b))
        return false;
    if (cld_has_operator(s->r, n, "*"))
        cld_interval_multiply(p, &a, &b, type, out);
    else if (cld_has_operator(s->r, n, "-"))
        cld_interval_subtract(p, &a, &b, type, out);
    else
        cld_interval_add(p, &a, &b, type, out);
    return true;
}

static bool follow_binary(struct cld_following *s, const struct cld_node *n, struct cld_integer type,
                          struct cld_interval *out)
{
    struct cld_interval a, b;
    if (!n->first || n->first == n->last)
        return false;
    if (is_comparison(s, n)) {
        cld_interval_truth(&s->premises, out);
        return true;
    }
    if (type.bits < 32)
        return false;
    if (cld_has_operator(s->r, n, "+") || cld_has_operator(s->r, n, "-") || cld_has_operator(s->r, n, "*"))
        return follow_ring(s, n, type, out);
    if (cld_has_operator(s->r, n, "%"))
        return follow_modulo(s, n, type, out);
    if (cld_has_operator(s->r, n, "<<") || cld_has_operator(s->r, n, ">>"))
        return follow_shift(s, n, type, out);
    if (cld_has_operator(s->r, n, "&"))
        return follow_and(s, n, out);
    bool divides = cld_has_operator(s->r, n, "/");
    if ((!divides && !cld_has_operator(s->r, n, "|") && !cld_has_operator(s->r, n, "^")) ||
        !follow_both_exactly(s, n, type, &a, &b))
        return false;
    if (divides)
        cld_interval_divide(&s->premises, &a, &b, out);
    else
        cld_interval_mix(&s->premises, &a, &b, out);
    return true;
}

/* ---- other expressions
 * ------------------------------------------------------------------------------------- */

static bool follow_literal(const struct cld_node *n, struct cld_interval *out)
{
    long long i = 0;
    bool found = cld_integer_value(n->cursor, &i) && i > -(1LL << 48) && i < 1LL << 48;
    cld_interval_number(out, found ? i : 0);
    return found;
}

static bool follow_conditional(struct cld_following *s, const struct cld_node *n, struct cld_interval *out)
{
    const struct cld_node *yes = cld_node_child(n, 1), *no = cld_node_child(n, 2);
    struct cld_interval a, b;
    if (!yes || !no || !cld_follow_as(s, yes, n->type, &a) || !cld_follow_as(s, no, n->type, &b))
        return false;
    cld_interval_unite(&s->premises, &a, &b, out);
    return true;
}

static bool follow_negation(struct cld_following *s, const struct cld_node *n, struct cld_integer type,
                            struct cld_interval *out)
{
    struct cld_interval a;
    if (clang_getCursorUnaryOperatorKind(n->cursor) != CXUnaryOperator_Minus ||
        !cld_follow_as(s, n->first, n->type, &a))
        return false;
    cld_interval_negate(&s->premises, &a, type, out);
    return true;
}

static bool follow_cast(struct cld_following *s, const struct cld_node *n, struct cld_interval *out)
{
    return n->last && n->last->kind != CLD_NODE_LEAF && cld_follow_as(s, n->last, n->type, out);
}

static bool follow_inner(struct cld_following *s, const struct cld_node *n, struct cld_integer type,
                         struct cld_interval *out)
{
    switch (n->kind) {
    case CLD_NODE_NAME:
        return cld_follow_name(s, n, out);
    case CLD_NODE_BINARY:
        return follow_binary(s, n, type, out);
    case CLD_NODE_CONDITIONAL:
        return follow_conditional(s, n, out);
    case CLD_NODE_CALL:
        return cld_follow_call(s, n, out);
    case CLD_NODE_LOGICAL:
        cld_interval_truth(&s->premises, out);
        return true;
    case CLD_NODE_CAST:
        return follow_cast(s, n, out);
    case CLD_NODE_UNARY:
        return follow_negation(s, n, type, out);
    case CLD_NODE_SUBSCRIPT:
    case CLD_NODE_DEREF:
    case CLD_NODE_ARROW:
        return cld_follow_load(s, n, out);
    default:
        return false;
    }
}

bool cld_follow(struct cld_following *s, const struct cld_node *node, struct cld_interval *out)
{
    const struct cld_node *n = cld_node_strip(node);
    struct cld_integer type;
    if (!n || !cld_integer_of(n->type, &type) || s->depth > MOST_DEPTH)
        return false;
    s->depth++;
    bool found = (n->constant && follow_literal(n, out)) || follow_inner(s, n, type, out);
    s->depth--;
    return found;
}
