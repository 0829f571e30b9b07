#include "instrument/claims.h"

#include <string.h>

struct count {
    unsigned subscripts, derefs, arrows;
};

/* The innermost node whose own text has the token. */
static const struct cld_node *owner(const struct cld_node *n, unsigned at)
{
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (at >= c->begin && at < c->end)
            return owner(c, at);
    return n;
}

static bool is_type_text(enum cld_node_kind kind)
{
    return kind == CLD_NODE_DECLARE || kind == CLD_NODE_VARIABLE || kind == CLD_NODE_CAST ||
           kind == CLD_NODE_SIZEOF || kind == CLD_NODE_DECLARATION || kind == CLD_NODE_LEAF;
}

static bool explains_bracket(const struct cld_node *n, struct count *seen)
{
    if (n->kind == CLD_NODE_SUBSCRIPT)
        return ++seen->subscripts;
    return is_type_text(n->kind) || n->kind == CLD_NODE_INIT_LIST || /* [3] = designates */
           (n->kind == CLD_NODE_OTHER && n->parent && n->parent->kind == CLD_NODE_INIT_LIST);
}

static bool explains_star(const struct cld_node *n, struct count *seen)
{
    if (n->kind == CLD_NODE_DEREF && !n->implied)
        return ++seen->derefs;
    return is_type_text(n->kind) || (n->kind == CLD_NODE_BINARY &&
                                     clang_getCursorBinaryOperatorKind(n->cursor) == CXBinaryOperator_Mul);
}

static bool explains_arrow(const struct cld_node *n, struct count *seen)
{
    if (n->kind == CLD_NODE_ARROW || (n->kind == CLD_NODE_SWIZZLE && n->first->implied))
        return ++seen->arrows;
    return n->kind == CLD_NODE_LEAF;
}

/* __attribute__((...)) and what is in it. */
static bool in_attribute(const struct cld_tokens *t, size_t i, size_t *end)
{
    if (!cld_token_is(t, i, "__attribute__"))
        return false;
    *end = cld_token_match(t, i + 1);
    return true;
}

static void blame(struct cld_unit *u, const struct cld_tokens *t, size_t i, const char *function)
{
    unsigned row = 0;
    for (unsigned c = 0; c < t->list[i].begin; c++)
        row += t->text[c] == '\n';
    unsigned line = row < u->n_lines ? u->lines[row].line : 0;
    cld_unit_fail(u, "in function `%s`, line %u, the `%.*s` is not understood", function, line,
                  (int)(t->list[i].end - t->list[i].begin), t->text + t->list[i].begin);
}

static bool check_function(struct cld_unit *u, const struct cld_tokens *t, const struct cld_function *f,
                           struct count *seen)
{
    for (size_t i = cld_token_at(t, f->body), end; i < t->count && t->list[i].begin < f->body_end; i++) {
        if (in_attribute(t, i, &end)) {
            i = end;
            continue;
        }
        const struct cld_node *n = owner(f->tree, t->list[i].begin);
        bool good = cld_token_is(t, i, "[")    ? explains_bracket(n, seen)
                    : cld_token_is(t, i, "*")  ? explains_star(n, seen)
                    : cld_token_is(t, i, "->") ? explains_arrow(n, seen)
                                               : true;
        if (!good) {
            blame(u, t, i, f->name);
            return false;
        }
    }
    return true;
}

bool cld_claims_check(struct cld_unit *u, const struct cld_tree *t, const struct cld_functions *f)
{
    struct count seen = {0};
    for (size_t i = 0; i < f->count; i++)
        if (f->list[i].is_definition && !check_function(u, t->tokens, &f->list[i], &seen))
            return false;
    if (seen.subscripts == t->subscripts && seen.derefs == t->derefs && seen.arrows == t->arrows)
        return true;
    cld_unit_fail(u, "of %u subscripts, %u dereferences and %u arrows in its tree %u, %u and %u were found in its "
                     "text",
                  t->subscripts, t->derefs, t->arrows, seen.subscripts, seen.derefs, seen.arrows);
    return false;
}
