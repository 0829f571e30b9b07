/* guard_simple.c - what may be written several times: cheap, without effects, and the same each time. */
#include "instrument/guard.h"

#include <string.h>

static bool is_private_variable(const struct cld_node *n)
{
    CXCursor c = clang_getCursorReferenced(n->cursor);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_EnumConstantDecl)
        return true;
    CXType type = clang_getCursorType(c);
    return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) && !clang_isVolatileQualifiedType(type) &&
           (kind == CXCursor_ParmDecl || cld_type_space(type) == CLD_SPACE_PRIVATE) &&
           clang_getCursorKind(clang_getCursorSemanticParent(c)) != CXCursor_TranslationUnit;
}

/* get_global_id(0) and the like. */
static bool is_id(const struct cld_node *n)
{
    CXString name = clang_getCursorSpelling(cld_node_strip(n->first)->cursor);
    bool is = strncmp(clang_getCString(name), "get_", 4) == 0;
    clang_disposeString(name);
    for (const struct cld_node *c = n->first->next; c && is; c = c->next)
        is = c->constant;
    return is;
}

static unsigned weigh(const struct cld_node *n)
{
    const unsigned never = 1000;
    unsigned sum = 1;
    switch (n->kind) {
    case CLD_NODE_CALL:
        return n->first && is_id(n) ? 2 : never;
    case CLD_NODE_NAME:
        return is_private_variable(n) || cld_node_is_array(n) ? 1 : never;
    case CLD_NODE_LITERAL:
    case CLD_NODE_SIZEOF:
        return 1;
    case CLD_NODE_PAREN:
    case CLD_NODE_BINARY:
    case CLD_NODE_UNARY:
    case CLD_NODE_CAST:
    case CLD_NODE_MEMBER:
    case CLD_NODE_SWIZZLE:
        break;
    default:
        return never;
    }
    if (n->implied || (n->first && n->first->implied))
        return never;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (c->kind != CLD_NODE_LEAF) /* a cast's type */
            sum += weigh(c);
    return sum;
}

bool cld_is_simple(const struct cld_node *n)
{
    return weigh(n) <= 9;
}

bool cld_is_unused(const struct cld_node *n)
{
    const struct cld_node *p = n->parent;
    if (!p)
        return false;
    switch (p->kind) {
    case CLD_NODE_BLOCK:
    case CLD_NODE_IF:
    case CLD_NODE_FOR:
    case CLD_NODE_WHILE:
    case CLD_NODE_DO:
        return !n->condition;
    case CLD_NODE_COMMA:
        return n != p->last || cld_is_unused(p);
    default:
        return false;
    }
}
