/* bounds.c - the bounds of pointer expressions. */
#include "instrument/access.h"
#include "instrument/guard.h"
#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

bool cld_is_pure(const struct cld_node *n)
{
    switch (n->kind) {
    case CLD_NODE_ASSIGN:
    case CLD_NODE_COMPOUND_ASSIGN:
    case CLD_NODE_STEP:
    case CLD_NODE_CALL:
    case CLD_NODE_LEAF:
    case CLD_NODE_OTHER:
    case CLD_NODE_STATEMENT_EXPRESSION:
        return false;
    default:
        break;
    }
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (!cld_is_pure(c))
            return false;
    return true;
}

static char *unknown(void)
{
    return cld_copy(CLD_UNKNOWN_BOUNDS, strlen(CLD_UNKNOWN_BOUNDS));
}

/* The whole variable, array or struct. Its name means the same here as where it is used. */
static char *bounds_of_variable(const struct cld_rewriter *r, const struct cld_node *name)
{
    CXString spelling = clang_getCursorSpelling(name->cursor);
    const char *text = clang_getCString(spelling);
    CXType type = clang_getCursorType(clang_getCursorReferenced(name->cursor));
    /* A 0 that the compiler does not know: LLVM 15, in PoCL 3.1, crashes over vectors of constants that are
       addresses. Keys are small (wire/message.h). */
    const char *zero = cld_type_space(type) == CLD_SPACE_PRIVATE ? ""
                       : r->function->is_kernel                  ? " + (__cld_key >> 31)"
                                                                 : " + (__cld_s->key >> 31)";
    /* Intel's CPU runtime 2026.2 gives vectors another address of a private variable than its own, in kernels
       with barriers; not where it came out of a built-in function. */
    bool is_hidden = r->device->is_cpu && cld_type_space(type) == CLD_SPACE_PRIVATE;
    char *address =
        is_hidden ? cld_printf("add_sat((ulong)&%s, 0UL)", text) : cld_printf("(ulong)&%s%s", text, zero);
    char *bounds = cld_printf("__cld_mk(%s, %s + sizeof(%s))", address, address, text);
    free(address);
    clang_disposeString(spelling);
    return bounds;
}

/* Of the object that a path lies in; NULL as cld_bounds(). */
static char *bounds_of_path(struct cld_rewriter *r, const struct cld_node *n)
{
    for (n = cld_node_strip(n); n; n = cld_node_strip(n)) {
        const struct cld_node *base = n->first;
        if (n->kind == CLD_NODE_NAME)
            return bounds_of_variable(r, n);
        if (n->kind == CLD_NODE_SUBSCRIPT)
            base = cld_subscript_base(n);
        else if (n->kind != CLD_NODE_MEMBER && n->kind != CLD_NODE_ARROW && n->kind != CLD_NODE_DEREF &&
                 n->kind != CLD_NODE_SWIZZLE)
            break;
        if (!base)
            break;
        if (cld_node_is_pointer(base)) {
            const struct cld_moment *m = cld_provenance_find(r, base);
            return m ? cld_copy(m->bounds, strlen(m->bounds)) : cld_bounds(r, base);
        }
        n = base;
    }
    return unknown();
}

static const struct cld_node *pointer_operand(const struct cld_node *n)
{
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (cld_node_is_pointer(c) || cld_node_is_array(c))
            return c;
    return NULL;
}

/* to_global(p) and the like are conversions. */
static char *bounds_of_call(struct cld_rewriter *r, const struct cld_node *n)
{
    char *name;
    bool ours = cld_calls_program(r, n, &name);
    bool converts = name && (strcmp(name, "to_global") == 0 || strcmp(name, "to_local") == 0 ||
                             strcmp(name, "to_private") == 0);
    free(name);
    if (ours)
        return NULL;
    return converts && n->last != n->first ? cld_bounds(r, n->last) : unknown();
}

static char *bounds_of_operand(struct cld_rewriter *r, const struct cld_node *n)
{
    const struct cld_node *operand = pointer_operand(n);
    return operand ? cld_bounds(r, operand) : unknown();
}

char *cld_bounds(struct cld_rewriter *r, const struct cld_node *node)
{
    const struct cld_node *n = cld_node_strip(node);
    char *companion;
    if (cld_node_is_array(n))
        return bounds_of_path(r, n);
    switch (n->kind) {
    case CLD_NODE_NAME:
    case CLD_NODE_MEMBER:
    case CLD_NODE_SUBSCRIPT:
        companion = cld_companion_of(r, n);
        return companion ? companion : unknown();
    case CLD_NODE_ADDRESS:
        return n->first ? bounds_of_path(r, n->first) : unknown();
    case CLD_NODE_BINARY:
    case CLD_NODE_STEP:
    case CLD_NODE_COMPOUND_ASSIGN:
        return bounds_of_operand(r, n);
    case CLD_NODE_CAST:
        return cld_bounds_of_cast(r, n);
    case CLD_NODE_CALL:
        return bounds_of_call(r, n);
    case CLD_NODE_COMMA:
    case CLD_NODE_CONDITIONAL:
    case CLD_NODE_ASSIGN:
        return NULL;
    default:
        return unknown();
    }
}

/* ---- while it is evaluated
 * ----------------------------------------------------------------------------------- */

static bool pushes(const struct cld_node *n, const struct cld_node *child)
{
    switch (n->kind) {
    case CLD_NODE_CONDITIONAL:
        return child != n->first;
    case CLD_NODE_COMMA:
        return child == n->last;
    default:
        return child == pointer_operand(n) || n->first == n->last;
    }
}

/* The text of a node whose value is that of some of its children. */
static void push_through(struct cld_rewriter *r, const struct cld_node *n, const char *to,
                         struct cld_text *out)
{
    unsigned at = n->begin;
    for (const struct cld_node *c = n->first; c; c = c->next) {
        cld_emit_source(r, at, c->begin, out);
        if (pushes(n, c))
            cld_bounds_push(r, c, to, out);
        else
            cld_emit(r, c, out);
        at = c->end;
    }
    cld_emit_source(r, at, n->end, out);
}

static void emit_bare(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    const struct cld_node *before = r->provenance->bare;
    r->provenance->bare = n;
    cld_emit(r, n, out);
    r->provenance->bare = before;
}

/* (p = q): p's companion is right as soon as it was evaluated. */
static void push_assign(struct cld_rewriter *r, const struct cld_node *n, const char *to,
                        struct cld_text *out)
{
    char *companion = cld_node_strip(n->first)->kind == CLD_NODE_NAME ? cld_companion_of(r, n->first) : NULL;
    if (companion && cld_provenance_assign(r, n, out)) {
        cld_text_wrap(out, "(", "");
        cld_text_format(out, ", %s = %s, ", to, companion);
        cld_emit_source(r, n->first->begin, n->first->end, out);
        cld_text_add(out, ")");
    } else {
        cld_text_format(out, "(%s = %s, ", to, CLD_UNKNOWN_BOUNDS);
        emit_bare(r, n, out);
        cld_text_add(out, ")");
    }
    free(companion);
}

/* A function of the program has a place for the bounds of what it returns. */
static void push_call(struct cld_rewriter *r, const struct cld_node *n, const char *to, struct cld_text *out)
{
    struct cld_provenance *p = r->provenance;
    const struct cld_node *before = p->result_call;
    const char *before_to = p->result_to;
    p->result_call = n;
    p->result_to = to;
    cld_emit_bare(r, n, out);
    p->result_call = before;
    p->result_to = before_to;
}

/* The type of the pointer that a node is or becomes; NULL: it has no name. The caller frees it. */
static char *pointer_type(const struct cld_node *n)
{
    bool is_array = cld_node_is_array(n);
    CXString spelling = clang_getTypeSpelling(
        is_array ? clang_getArrayElementType(clang_getCanonicalType(n->type)) : n->type);
    const char *text = clang_getCString(spelling);
    char *type = strpbrk(text, "([") ? NULL : cld_printf(is_array ? "%s *" : "%s", text);
    clang_disposeString(spelling);
    return type;
}

/* &p[i].m, where p is known only while this is evaluated: its own bounds are known right afterwards. */
static void push_path(struct cld_rewriter *r, const struct cld_node *n, const char *to, struct cld_text *out)
{
    struct cld_text t = {0};
    cld_emit_bare(r, n, &t);
    char *bounds = bounds_of_path(r, n->kind == CLD_NODE_ADDRESS ? n->first : n), *type = pointer_type(n);
    if (bounds && type) {
        char *value = cld_provenance_temporary(r, type);
        cld_text_format(out, "(%s = %s, %s = %s, %s)", value, t.data, to, bounds, value);
        free(value);
    } else {
        cld_text_format(out, "(%s = %s, %s)", to, CLD_UNKNOWN_BOUNDS, t.data);
    }
    free(type);
    free(bounds);
    cld_text_free(&t);
}

static void push_unknown_yet(struct cld_rewriter *r, const struct cld_node *n, const char *to,
                             struct cld_text *out)
{
    if (n->kind == CLD_NODE_ASSIGN)
        push_assign(r, n, to, out);
    else if (n->kind == CLD_NODE_CALL)
        push_call(r, n, to, out);
    else if (n->kind == CLD_NODE_ADDRESS || cld_node_is_array(n))
        push_path(r, n, to, out);
    else
        push_through(r, n, to, out);
}

/* What a constant becomes. */
static CXType target_type(const struct cld_rewriter *r, const struct cld_node *n)
{
    const struct cld_node *p = n->parent;
    while (p && (p->kind == CLD_NODE_PAREN || p->kind == CLD_NODE_COMMA))
        p = p->parent;
    if (p && p->kind == CLD_NODE_ASSIGN)
        return cld_node_strip(p->first)->type;
    if (p && p->kind == CLD_NODE_RETURN)
        return clang_getCursorResultType(r->function->cursor);
    if (p && (p->kind == CLD_NODE_CONDITIONAL || p->kind == CLD_NODE_VARIABLE))
        return p->type;
    return clang_getCursorType(clang_getNullCursor());
}

static void emit_null(struct cld_rewriter *r, const struct cld_node *n, const char *to, struct cld_text *out)
{
    CXType type = target_type(r, n);
    char *name = cld_type_kind(type) == CXType_Pointer ? cld_variable_type(type) : NULL;
    if (name) /* not the constant's own text: ((void *)0) may be of another address space */
        cld_text_format(out, "(%s = __cld_mk(0, 0), (%s)0)", to, name);
    else
        emit_bare(r, n, out);
    free(name);
}

void cld_bounds_push(struct cld_rewriter *r, const struct cld_node *n, const char *to, struct cld_text *out)
{
    struct cld_text t = {0};
    char *bounds = cld_bounds(r, n);
    if (cld_is_null_pointer(
            n)) { /* a null pointer, and one only as long as it is a constant; nothing lies behind it */
        emit_null(r, n, to, out);
    } else if (bounds) {
        emit_bare(r, n, &t);
        if (strcmp(bounds, to) == 0)
            cld_text_add(out, t.data);
        else
            cld_text_format(out, "(%s = %s, %s)", to, bounds, t.data);
    } else {
        push_unknown_yet(r, n, to, &t);
        cld_emit_hooks(r, n, &t);
        cld_text_bytes(out, t.data, t.size);
    }
    free(bounds);
    cld_text_free(&t);
}

char *cld_provenance_of_access(struct cld_rewriter *r, const struct cld_access *a)
{
    char *bounds = bounds_of_path(r, a->node);
    return bounds ? bounds : unknown();
}
