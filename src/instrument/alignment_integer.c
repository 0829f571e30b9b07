/* alignment_integer.c - the power of two that an integer is a multiple of. */
#include "instrument/alignment.h"

#include "instrument/integer.h"
#include "instrument/operators.h"

static long long least(long long a, long long b)
{
    return a < b ? a : b;
}

static long long of_binary(struct cld_aligning *s, const struct cld_node *n)
{
    const struct cld_rewriter *r = s->r;
    long long shift;
    if (!n->first || n->first == n->last)
        return 1;
    long long a = cld_align_integer(s, n->first);
    if (cld_has_operator(r, n, "<<"))
        return cld_integer_value(n->last->cursor, &shift) && shift >= 0 && shift < 12
                   ? least(a << shift, CLD_ALIGNED_TO_ALL)
                   : a;
    bool adds = cld_has_operator(r, n, "+") || cld_has_operator(r, n, "-") || cld_has_operator(r, n, "|") ||
                cld_has_operator(r, n, "^") || cld_has_operator(r, n, "%");
    bool masks = cld_has_operator(r, n, "&"), multiplies = cld_has_operator(r, n, "*");
    if (!adds && !masks && !multiplies)
        return 1;
    long long b = cld_align_integer(s, n->last);
    if (multiplies)
        return least(a * b, CLD_ALIGNED_TO_ALL);
    return masks == (a < b) ? b : a;
}

static long long of_unary(struct cld_aligning *s, const struct cld_node *n)
{
    char sign = s->r->unit->text[n->begin];
    return (sign == '-' || sign == '+') && n->first ? cld_align_integer(s, n->first) : 1;
}

/* Conversions between integers keep the lowest bits, unless the type is narrower than these. */
static long long of_cast(struct cld_aligning *s, const struct cld_node *n)
{
    struct cld_integer from, to;
    if (!n->last || !cld_integer_of(n->type, &to) || to.bits < 8)
        return 1;
    if (cld_node_is_pointer(n->last) || cld_node_is_array(n->last))
        return cld_align_pointer(s, n->last);
    return cld_integer_of(n->last->type, &from) ? cld_align_integer(s, n->last) : 1;
}

static long long of_name(struct cld_aligning *s, const struct cld_node *n)
{
    CXCursor variable = clang_getCursorReferenced(n->cursor);
    bool is_own = clang_getCursorKind(variable) == CXCursor_VarDecl &&
                  cld_type_space(clang_getCursorType(variable)) == CLD_SPACE_PRIVATE;
    return is_own ? cld_align_variable(s, variable, CLD_ALIGNED_TO_ALL) : 1;
}

long long cld_align_integer(struct cld_aligning *s, const struct cld_node *node)
{
    const struct cld_node *n = cld_node_strip(node);
    struct cld_integer type;
    long long value;
    if (!cld_integer_of(n->type, &type))
        return 1;
    if (n->constant || n->kind == CLD_NODE_SIZEOF)
        return cld_integer_value(n->cursor, &value) ? cld_low_bit(value) : 1;
    switch (n->kind) {
    case CLD_NODE_NAME:
        return of_name(s, n);
    case CLD_NODE_BINARY:
        return of_binary(s, n);
    case CLD_NODE_UNARY:
        return of_unary(s, n);
    case CLD_NODE_CAST:
        return of_cast(s, n);
    case CLD_NODE_COMMA:
        return n->last ? cld_align_integer(s, n->last) : 1;
    case CLD_NODE_CONDITIONAL:
        return n->first && n->first->next
                   ? least(cld_align_integer(s, n->first->next), cld_align_integer(s, n->last))
                   : 1;
    default:
        return 1;
    }
}
