#include "instrument/access.h"

#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

/* Of a subscript: the operand that is a pointer or an array (3[a] is a[3]). */
const struct cld_node *cld_subscript_base(const struct cld_node *n)
{
    for (const struct cld_node *c = n->first; c; c = c->next) {
        if (cld_node_is_pointer(c) || cld_node_is_array(c) ||
            cld_type_kind(cld_node_strip(c)->type) == CXType_Vector)
            return c;
    }
    return NULL;
}

struct path {
    const struct cld_node *pointer;  /* that it begins with */
    const struct cld_node *variable; /* or this */
    bool subscripted;
    long long alignment; /* that the steps guarantee at least: packed structs have 1 */
};

/* From the end of a path to its beginning. False: no path in memory. */
static bool walk(const struct cld_node *n, struct path *p)
{
    for (n = cld_node_strip(n);; n = cld_node_strip(n)) {
        const struct cld_node *base = n->first;
        switch (n->kind) {
        case CLD_NODE_SUBSCRIPT:
            base = cld_subscript_base(n);
            p->subscripted = true;
            if (!base || cld_type_kind(cld_node_strip(base)->type) == CXType_Vector)
                return false;
            break;
        case CLD_NODE_DEREF:
            p->subscripted = true;
            break;
        case CLD_NODE_MEMBER:
        case CLD_NODE_ARROW: {
            long long align = clang_Type_getAlignOf(
                clang_getCursorType(clang_getCursorSemanticParent(clang_getCursorReferenced(n->cursor))));
            if (align > 0 && align < p->alignment)
                p->alignment = align;
            break;
        }
        case CLD_NODE_NAME:
            p->variable = n;
            return clang_getCursorKind(clang_getCursorReferenced(n->cursor)) != CXCursor_EnumConstantDecl;
        default: /* a struct that a function returned, a compound literal */
            return false;
        }
        if (!base)
            return false;
        if (n->kind == CLD_NODE_ARROW || n->kind == CLD_NODE_DEREF || n->kind == CLD_NODE_SUBSCRIPT) {
            if (!cld_node_is_array(base)) {
                p->pointer = base;
                return true;
            }
        }
        n = base;
    }
}

/* The type as it is written in a cast; NULL: it has no name. */
static char *written_type(CXType type)
{
    CXString spelling = clang_getTypeSpelling(type);
    const char *text = clang_getCString(spelling);
    /* ( is in the names of what has none, and in those of pointers to arrays, which can't be built upon. */
    bool has_name = !strchr(text, '(') && !strstr(text, "_Atomic");
    char *copy = has_name ? cld_copy(text, strlen(text)) : NULL;
    clang_disposeString(spelling);
    return copy;
}

static bool may_be_access(const struct cld_node *n)
{
    bool is_path = n->kind == CLD_NODE_SUBSCRIPT || n->kind == CLD_NODE_DEREF || n->kind == CLD_NODE_MEMBER ||
                   n->kind == CLD_NODE_ARROW || n->kind == CLD_NODE_NAME;
    return is_path && !n->inner && n->use <= CLD_USE_READ_WRITE &&
           cld_type_kind(n->type) != CXType_FunctionProto && cld_type_kind(n->type) != CXType_FunctionNoProto;
}

bool cld_access_of(struct cld_rewriter *r, const struct cld_node *n, struct cld_access *a)
{
    struct path p = {.alignment = 1 << 20};
    if (!may_be_access(n) || !walk(n, &p))
        return false;
    enum cld_space space = cld_type_space(n->type);
    if (n->kind == CLD_NODE_NAME &&
        clang_getCursorKind(clang_getCursorReferenced(n->cursor)) == CXCursor_ParmDecl)
        space = CLD_SPACE_PRIVATE; /* int a[] has the type of what it points to */
    if (!p.pointer && !p.subscripted && space == CLD_SPACE_PRIVATE)
        return false;
    *a = (struct cld_access){.node = n, .space = space, .pointer = p.pointer, .variable = p.variable};
    a->type = written_type(n->type);
    long long align = clang_Type_getAlignOf(n->type);
    a->has_address = a->type && align > 0 && align <= p.alignment;
    a->site = cld_sites_add(r->sites, r->unit_index, n, r->function->name);
    if (r->provenance)
        a->bounds = cld_provenance_of_access(r, a);
    return true;
}

void cld_access_done(struct cld_access *a)
{
    free((char *)a->type);
    free((char *)a->bounds);
}
