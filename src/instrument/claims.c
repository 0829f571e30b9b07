#include "instrument/claims.h"

#include <string.h>

struct count {
    unsigned subscripts, derefs, arrows;
};

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
    if (n->kind == CLD_NODE_ARROW || (n->kind == CLD_NODE_SWIZZLE && n->first && n->first->implied))
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

struct check {
    struct cld_unit *u;
    const struct cld_tokens *t;
    const char *function;
    struct count seen;
    size_t at; /* the next token */
};

static bool check_token(struct check *c, const struct cld_node *n)
{
    size_t i = c->at, end;
    c->at++;
    if (in_attribute(c->t, i, &end)) {
        c->at = end + 1;
        return true;
    }
    bool good = cld_token_is(c->t, i, "[")    ? explains_bracket(n, &c->seen)
                : cld_token_is(c->t, i, "*")  ? explains_star(n, &c->seen)
                : cld_token_is(c->t, i, "->") ? explains_arrow(n, &c->seen)
                                              : true;
    if (!good)
        blame(c->u, c->t, i, c->function);
    return good;
}

/* Each token is the innermost node's in whose text it stands: both are walked once, side by side. */
static bool check_node(struct check *c, const struct cld_node *n)
{
    const struct cld_node *child = n->first;
    while (c->at < c->t->count && c->t->list[c->at].begin < n->end) {
        unsigned at = c->t->list[c->at].begin;
        while (child && at >= child->end)
            child = child->next;
        if (child && at >= child->begin ? !check_node(c, child) : !check_token(c, n))
            return false;
    }
    return true;
}

bool cld_claims_check(struct cld_unit *u, const struct cld_tree *t, const struct cld_functions *f)
{
    struct check c = {.u = u, .t = t->tokens};
    for (size_t i = 0; i < f->count; i++) {
        c.function = f->list[i].name;
        c.at = cld_token_at(t->tokens, f->list[i].body);
        if (f->list[i].is_definition && !check_node(&c, f->list[i].tree))
            return false;
    }
    struct count seen = c.seen;
    if (seen.subscripts == t->subscripts && seen.derefs == t->derefs && seen.arrows == t->arrows)
        return true;
    cld_unit_fail(
        u,
        "of %u subscripts, %u dereferences and %u arrows in its tree %u, %u and %u were found in its "
        "text",
        t->subscripts, t->derefs, t->arrows, seen.subscripts, seen.derefs, seen.arrows);
    return false;
}
