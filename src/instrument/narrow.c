/* narrow.c - what a program asks of a variable before it uses it: if (i < n) p[i] = 0; */
#include "instrument/follow.h"
#include "instrument/operators.h"

/* `a OP b` holds, or, negated, does not, where one side is the variable. */
static void narrow_by(struct cld_following *s, const struct cld_node *comparison, bool negated,
                      CXCursor variable, CXType type, struct cld_interval *out)
{
    struct cld_integer own, other;
    struct cld_comparison c;
    struct cld_interval limit;
    struct cld_following_mark m = cld_following_mark(s);
    if (!cld_comparison_of(s->r, comparison, variable, &c) || !cld_integer_of(type, &own) ||
        !cld_integer_of(c.other->type, &other))
        return;
    /* compared as unsigned, a negative number is a great one */
    if (own.is_signed != other.is_signed || !cld_follow_exactly(s, c.other, &limit)) {
        cld_following_forget(s, m);
        return;
    }
    cld_interval_exactly(&s->premises, out, own); /* it is the program's value that was compared */
    cld_interval_limit(&s->premises, out, &limit, c.upper != negated, c.including != negated);
}

/* All parts of a && b hold; or, negated, none of a || b does. */
static void narrow(struct cld_following *s, const struct cld_node *condition, bool negated, CXCursor variable,
                   CXType type, struct cld_interval *out)
{
    const struct cld_node *c = cld_node_strip(condition);
    if (c->kind != CLD_NODE_LOGICAL) {
        narrow_by(s, c, negated, variable, type, out);
    } else if (cld_has_operator(s->r, c, negated ? "||" : "&&")) {
        narrow(s, c->first, negated, variable, type, out);
        narrow(s, c->last, negated, variable, type, out);
    }
}

/* Ends the block that it is in. */
static bool leaves(const struct cld_node *n)
{
    enum CXCursorKind kind = clang_getCursorKind(n->cursor);
    if (n->kind == CLD_NODE_BLOCK)
        return n->last && leaves(n->last);
    return n->kind == CLD_NODE_RETURN || kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt;
}

/* A switch may jump into it, past what was asked. */
static bool has_case(const struct cld_node *n)
{
    enum CXCursorKind kind =
        n->kind == CLD_NODE_LEAF ? CXCursor_UnexposedExpr : clang_getCursorKind(n->cursor);
    bool has = kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
    for (const struct cld_node *c = n->first; c && !has; c = c->next)
        has = has_case(c);
    return has;
}

static bool may_be_jumped_to(const struct cld_node *first, const struct cld_node *last)
{
    for (const struct cld_node *n = first; n; n = n->next) {
        if (has_case(n))
            return true;
        if (n == last)
            break;
    }
    return false;
}

/* if (...) return; in front of `c` in a block. */
static void narrow_by_leaving(struct cld_following *s, const struct cld_node *block, const struct cld_node *c,
                              CXCursor variable, CXType type, struct cld_interval *out)
{
    for (const struct cld_node *b = block->first; b && b != c; b = b->next)
        if (b->kind == CLD_NODE_IF && !cld_node_child(b, 2) && leaves(b->last) &&
            !may_be_jumped_to(b->next, c))
            narrow(s, b->first, true, variable, type, out);
}

/* A condition that the program has left behind must still hold: nothing in `within` changes the variable
 * after it. */
void cld_narrow(struct cld_following *s, const struct cld_node *n, const struct cld_node *within,
                CXCursor variable, CXType type, struct cld_interval *out)
{
    if (s->narrowing)
        return;
    s->narrowing = true;
    for (const struct cld_node *c = n, *p = n->parent; p && c != within; c = p, p = p->parent) {
        if (p->kind == CLD_NODE_IF && c != p->first && !has_case(c))
            narrow(s, p->first, c != cld_node_child(p, 1), variable, type, out);
        if (p->kind == CLD_NODE_LOGICAL && c == p->last && cld_has_operator(s->r, p, "&&"))
            narrow(s, p->first, false, variable, type, out);
        if (p->kind == CLD_NODE_CONDITIONAL && cld_node_child(p, 2) && c != p->first)
            narrow(s, p->first, c == p->last, variable, type, out);
        if (p->kind == CLD_NODE_BLOCK)
            narrow_by_leaving(s, p, c, variable, type, out);
    }
    s->narrowing = false;
}
