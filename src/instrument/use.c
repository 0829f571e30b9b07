#include "instrument/use.h"

#include <string.h>

static void mark(const struct cld_tree *t, struct cld_node *n, enum cld_use use, bool inner, bool frozen);

static bool is_vector(const struct cld_node *n)
{
    return cld_type_kind(cld_node_strip(n)->type) == CXType_Vector;
}

/* The base of a subscript is the operand that is no integer: 3[a] is a[3]. */
static void mark_subscript(const struct cld_tree *t, struct cld_node *n, enum cld_use use, bool frozen)
{
    for (struct cld_node *c = n->first; c; c = c->next) {
        if (cld_node_is_array(c))
            mark(t, c, CLD_USE_ADDRESS, true, frozen);
        else if (is_vector(c))
            mark(t, c, use, false, frozen);
        else
            mark(t, c, CLD_USE_READ, false, frozen);
    }
}

static void mark_all(const struct cld_tree *t, struct cld_node *n, bool frozen)
{
    for (struct cld_node *c = n->first; c; c = c->next)
        mark(t, c, CLD_USE_READ, false, frozen);
}

static void mark_first(const struct cld_tree *t, struct cld_node *n, enum cld_use use, bool inner,
                       bool frozen)
{
    for (struct cld_node *c = n->first; c; c = c->next)
        mark(t, c, c == n->first ? use : CLD_USE_READ, c == n->first && inner, frozen);
}

/* A member that is a bit-field has no address: what it lies in is accessed. */
static bool is_bit_field(const struct cld_node *n)
{
    return clang_Cursor_isBitField(clang_getCursorReferenced(n->cursor)) != 0;
}

static void mark_member(const struct cld_tree *t, struct cld_node *n, enum cld_use use, bool frozen)
{
    bool whole = is_bit_field(n);
    mark_first(t, n, use, !whole, frozen);
}

static void condition(struct cld_node *n)
{
    if (n)
        n->condition = true;
}

/* Any of the three parts of a for loop's head may be missing: its semicolons tell which are there. */
static struct cld_node *for_condition(const struct cld_tree *t, const struct cld_node *n)
{
    size_t i = cld_token_at(t->tokens, n->begin) + 1, end = cld_token_match(t->tokens, i);
    unsigned first = 0, second = 0;
    for (size_t depth = 0, k = i; k < end && !second; k++) {
        depth += cld_token_is(t->tokens, k, "(") || cld_token_is(t->tokens, k, "{");
        depth -= cld_token_is(t->tokens, k, ")") || cld_token_is(t->tokens, k, "}");
        if (depth != 1 || !cld_token_is(t->tokens, k, ";"))
            continue;
        if (!first)
            first = t->tokens->list[k].end;
        else
            second = t->tokens->list[k].end;
    }
    for (struct cld_node *c = n->first; c; c = c->next)
        if (first && second && c->begin >= first && c->end < second)
            return c;
    return NULL;
}

static void mark_conditions(const struct cld_tree *t, struct cld_node *n)
{
    switch (n->kind) {
    case CLD_NODE_IF:
    case CLD_NODE_WHILE:
    case CLD_NODE_SWITCH:
        condition(n->first);
        break;
    case CLD_NODE_CONDITIONAL:
        if (cld_node_child(n, 2)) /* not a ?: b */
            condition(n->first);
        break;
    case CLD_NODE_LOGICAL:
        condition(n->first);
        condition(n->last);
        break;
    case CLD_NODE_DO:
        condition(n->last);
        break;
    case CLD_NODE_FOR:
        condition(for_condition(t, n));
        break;
    default:
        break;
    }
}

/* What must stay constant: variables in __constant memory, samplers, static ones; sizes of arrays. */
static bool must_stay_constant(const struct cld_node *variable)
{
    CXString text = clang_getTypeSpelling(clang_getCanonicalType(variable->type));
    bool constant =
        cld_type_space(variable->type) != CLD_SPACE_PRIVATE || strstr(clang_getCString(text), "sampler_t");
    clang_disposeString(text);
    return constant || clang_Cursor_getStorageClass(variable->cursor) == CX_SC_Static;
}

static void mark_variable(const struct cld_tree *t, struct cld_node *n, bool frozen)
{
    CXCursor init = clang_Cursor_getVarDeclInitializer(n->cursor);
    unsigned at = n->end, end;
    bool has_init = !clang_Cursor_isNull(init) && cld_tree_range(t, init, &at, &end);
    frozen |= must_stay_constant(n);
    for (struct cld_node *c = n->first; c; c = c->next)
        mark(t, c, CLD_USE_READ, false, frozen || !has_init || c->begin < at);
}

/* [2] = x and .a[2] = x: the index is a constant. */
static bool is_designated(const struct cld_node *n)
{
    return n->kind == CLD_NODE_OTHER && n->parent && n->parent->kind == CLD_NODE_INIT_LIST;
}

/* Labels of cases are constants; what follows is not. */
static void mark_case(const struct cld_tree *t, struct cld_node *n, bool frozen)
{
    for (struct cld_node *c = n->first; c; c = c->next)
        mark(t, c, CLD_USE_READ, false, frozen || c->next);
}

static bool made_of_constants(const struct cld_node *n)
{
    if (n->kind == CLD_NODE_LITERAL || n->kind == CLD_NODE_SIZEOF)
        return true;
    if (n->kind == CLD_NODE_NAME)
        return clang_getCursorKind(clang_getCursorReferenced(n->cursor)) == CXCursor_EnumConstantDecl;
    if (!n->first || n->kind == CLD_NODE_CALL || n->kind == CLD_NODE_STATEMENT_EXPRESSION)
        return false;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (!c->constant)
            return false;
    return true;
}

static void mark_children(const struct cld_tree *t, struct cld_node *n, enum cld_use use, bool frozen)
{
    switch (n->kind) {
    case CLD_NODE_PAREN:
        mark_first(t, n, use, n->inner, frozen);
        break;
    case CLD_NODE_SWIZZLE:
        mark_first(t, n, use, false, frozen);
        break;
    case CLD_NODE_MEMBER:
        mark_member(t, n, use, frozen);
        break;
    case CLD_NODE_SUBSCRIPT:
        mark_subscript(t, n, use, frozen);
        break;
    case CLD_NODE_ADDRESS:
        mark_first(t, n, CLD_USE_ADDRESS, false, frozen);
        break;
    case CLD_NODE_ASSIGN:
        mark_first(t, n, CLD_USE_WRITE, false, frozen);
        break;
    case CLD_NODE_COMPOUND_ASSIGN:
    case CLD_NODE_STEP:
        mark_first(t, n, CLD_USE_READ_WRITE, false, frozen);
        break;
    case CLD_NODE_SIZEOF:
        mark_first(t, n, CLD_USE_NONE, false, true);
        break;
    case CLD_NODE_VARIABLE:
        mark_variable(t, n, frozen);
        break;
    case CLD_NODE_CASE:
        mark_case(t, n, frozen);
        break;
    default:
        if (is_designated(n))
            mark_case(t, n, frozen);
        else
            mark_all(t, n, frozen);
        break;
    }
}

static void mark(const struct cld_tree *t, struct cld_node *n, enum cld_use use, bool inner, bool frozen)
{
    n->use = use != CLD_USE_NONE && cld_node_is_array(n) ? CLD_USE_ADDRESS : use;
    n->inner = inner;
    n->frozen = frozen;
    mark_children(t, n, use, frozen);
    mark_conditions(t, n);
    n->constant = made_of_constants(n);
}

void cld_use_mark(const struct cld_tree *t, struct cld_node *root)
{
    mark(t, root, CLD_USE_READ, false, false);
}
