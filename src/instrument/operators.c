#include "instrument/operators.h"

#include "instrument/variables.h"

bool cld_token_follows(const struct cld_rewriter *r, const struct cld_node *n, const char *spelling)
{
    const struct cld_tokens *t = r->tree->tokens;
    return cld_token_is(t, cld_token_at(t, n->end), spelling);
}

bool cld_has_operator(const struct cld_rewriter *r, const struct cld_node *n, const char *spelling)
{
    return n->first && n->first != n->last && cld_token_follows(r, n->first, spelling);
}

bool cld_comparison_of(const struct cld_rewriter *r, const struct cld_node *n, CXCursor variable,
                       struct cld_comparison *c)
{
    n = cld_node_strip(n);
    if (n->kind != CLD_NODE_BINARY || !n->first || n->first == n->last)
        return false;
    bool less_equal = cld_has_operator(r, n, "<="), more_equal = cld_has_operator(r, n, ">=");
    bool less = less_equal || cld_has_operator(r, n, "<"), more = more_equal || cld_has_operator(r, n, ">");
    bool left = cld_variable_is_here(n->first, variable), right = cld_variable_is_here(n->last, variable);
    if (left == right || (!less && !more))
        return false;
    c->other = left ? n->last : n->first;
    c->upper = less == left;
    c->including = less_equal || more_equal;
    return true;
}
