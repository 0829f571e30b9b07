/* pointer_cast.c - pointers that are made from others: by a cast, and by way of an integer. */
#include "instrument/provenance.h"

#include "instrument/operators.h"
#include "instrument/variables.h"
#include "wire/log.h"

#include <stdlib.h>
#include <string.h>

#define MOST_COPIES 8

static bool is_pointer(const struct cld_node *n)
{
    return cld_node_is_pointer(n) || cld_node_is_array(n);
}

static bool has_string(const struct cld_node *n)
{
    bool has = clang_getCursorKind(n->cursor) == CXCursor_StringLiteral;
    for (const struct cld_node *c = n->first; c && !has; c = c->next)
        has = has_string(c);
    return has;
}

bool cld_is_null_pointer(const struct cld_node *n)
{
    return n->constant && !has_string(n);
}

/* The initialiser of a variable of the function that nobody changes; NULL. */
static const struct cld_node *only_value(const struct cld_rewriter *r, const struct cld_node *name)
{
    CXCursor variable = clang_getCursorReferenced(name->cursor);
    if (clang_getCursorKind(variable) != CXCursor_VarDecl ||
        clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)))
        return NULL;
    const struct cld_node *n = cld_variable_declaration(r->function->tree, variable);
    return n && !cld_variable_is_written(r->function->tree, variable) ? n->last : NULL;
}

/*
 * The one pointer that an integer was made of: (ulong)p, (ulong)p + 4 * i, (ulong)p & ~15. NULL: none, or
 * several. `copies`: also by way of variables, which keep it though the pointer may change.
 */
static const struct cld_node *origin(const struct cld_rewriter *r, const struct cld_node *node,
                                     unsigned copies)
{
    const struct cld_node *n = cld_node_strip(node);
    if (n->kind == CLD_NODE_CAST && n->last)
        return is_pointer(n->last) ? n->last : origin(r, n->last, copies);
    if (n->kind == CLD_NODE_NAME && copies) {
        const struct cld_node *value = only_value(r, n);
        return value ? origin(r, value, copies - 1) : NULL;
    }
    bool moves = n->kind == CLD_NODE_BINARY && n->first != n->last &&
                 (cld_has_operator(r, n, "+") || cld_has_operator(r, n, "-") || cld_has_operator(r, n, "&") ||
                  cld_has_operator(r, n, "|"));
    if (!moves)
        return NULL;
    const struct cld_node *a = origin(r, n->first, copies), *b = origin(r, n->last, copies);
    return a && b ? NULL : a ? a : b;
}

/* The address space that a pointer points into, as far as the function tells. */
static enum cld_space space_of(const struct cld_rewriter *r, const struct cld_node *node, unsigned copies)
{
    const struct cld_node *n = cld_node_strip(node), *from = NULL;
    CXType type = clang_getCanonicalType(n->type);
    enum cld_space space = cld_type_space(type.kind == CXType_Pointer ? clang_getPointeeType(type) : n->type);
    if (space != CLD_SPACE_GENERIC || !copies)
        return space;
    if (n->kind == CLD_NODE_NAME)
        from = only_value(r, n);
    else if (n->kind == CLD_NODE_CAST && n->last)
        from = is_pointer(n->last) ? n->last : origin(r, n->last, copies);
    else if (n->kind == CLD_NODE_BINARY && n->first)
        from = is_pointer(n->first) ? n->first : n->last;
    return from && is_pointer(from) && !cld_is_null_pointer(from) ? space_of(r, from, copies - 1) : space;
}

/* What a cast says is not what it is given. A generic pointer may be any but constant. */
static bool leaves_space(enum cld_space from, enum cld_space to)
{
    bool generic = from == CLD_SPACE_GENERIC || to == CLD_SPACE_GENERIC;
    return from != to && (!generic || from == CLD_SPACE_CONSTANT || to == CLD_SPACE_CONSTANT);
}

char *cld_bounds_of_cast(struct cld_rewriter *r, const struct cld_node *n)
{
    static const int in_log[] = {
        [CLD_SPACE_PRIVATE] = CLD_LOG_IN_PRIVATE,   [CLD_SPACE_GLOBAL] = CLD_LOG_IN_GLOBAL,
        [CLD_SPACE_CONSTANT] = CLD_LOG_IN_CONSTANT, [CLD_SPACE_LOCAL] = CLD_LOG_IN_LOCAL,
        [CLD_SPACE_GENERIC] = CLD_LOG_IN_GENERIC,
    };
    bool direct = n->last && is_pointer(n->last);
    const struct cld_node *from = direct ? n->last : n->last ? origin(r, n->last, MOST_COPIES) : NULL;
    if (!from || cld_is_null_pointer(from) || !cld_node_is_pointer(n))
        return cld_copy(CLD_UNKNOWN_BOUNDS, strlen(CLD_UNKNOWN_BOUNDS));
    enum cld_space was = space_of(r, from, MOST_COPIES), is = space_of(r, n, 0);
    if (leaves_space(was, is))
        return cld_printf("__cld_mk(%dUL, %dUL)", in_log[was], in_log[was]);
    if (!direct)
        from = origin(r, n->last, 0);
    char *bounds = from ? cld_bounds(r, from) : NULL;
    return bounds || direct ? bounds : cld_copy(CLD_UNKNOWN_BOUNDS, strlen(CLD_UNKNOWN_BOUNDS));
}
