#include "instrument/uniform.h"

#include <stdlib.h>
#include <string.h>

/* What is known not to be uniform: all else is, until it turns out otherwise. */
struct cld_uniform {
    const struct cld_rewriter *r;
    const struct cld_votes *votes;
    CXCursor *variables; /* and functions, of what they return */
    size_t count, room;
    bool changed;
    const struct cld_function *function; /* that is being walked */
};

/* ---- the set
 * ---------------------------------------------------------------------------------------------------- */

static bool is_varying(const struct cld_uniform *u, CXCursor c)
{
    for (size_t i = 0; i < u->count; i++)
        if (clang_equalCursors(u->variables[i], c))
            return true;
    return false;
}

static void varies(struct cld_uniform *u, CXCursor c)
{
    c = clang_getCanonicalCursor(c);
    if (is_varying(u, c))
        return;
    u->variables = cld_grow(u->variables, &u->room, u->count, sizeof *u->variables);
    u->variables[u->count++] = c;
    u->changed = true;
}

/* ---- expressions
 * ------------------------------------------------------------------------------------------------ */

static bool all_uniform(const struct cld_uniform *u, const struct cld_node *n)
{
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (!cld_is_uniform(u, c))
            return false;
    return true;
}

static bool name_is_uniform(const struct cld_uniform *u, const struct cld_node *n)
{
    CXCursor c = clang_getCursorReferenced(n->cursor);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return true; /* an enumerator, a function */
    CXType type = clang_getCursorType(c);
    if (clang_isVolatileQualifiedType(type))
        return false;
    if (cld_type_space(type) != CLD_SPACE_PRIVATE && !cld_node_is_array(n))
        return cld_type_space(type) == CLD_SPACE_CONSTANT;
    return !is_varying(u, clang_getCanonicalCursor(c));
}

/*
 * Memory: that of constants, of private variables, and what the kernel may not write through its pointer.
 * Another pointer may lead there; then a branch is taken for uniform that is not, and a fault not seen.
 */
static bool load_is_uniform(const struct cld_uniform *u, const struct cld_node *n)
{
    CXType type = n->type;
    enum cld_space space = cld_type_space(type);
    if (clang_isVolatileQualifiedType(type) || !all_uniform(u, n))
        return false;
    if (cld_node_is_array(n) || n->use == CLD_USE_ADDRESS) /* no load */
        return true;
    return space == CLD_SPACE_CONSTANT || space == CLD_SPACE_PRIVATE ||
           (space == CLD_SPACE_GLOBAL && clang_isConstQualifiedType(type));
}

static bool builtin_is_uniform(const char *name)
{
    static const char *const varying[] = {
        "get_local_id", "get_global_id", "get_local_linear_id", "get_global_linear_id", "get_sub_group_",
        "atomic_",      "atom_",         "work_group_scan_",    "sub_group_",           "intel_sub_group_",
        "read_pipe",    "write_pipe",    "async_work_group_",   "__builtin_",           "vload"};
    for (size_t i = 0; i < sizeof varying / sizeof varying[0]; i++)
        if (cld_begins(name, varying[i]))
            return false;
    return true;
}

/* All work-items of the group get the same from these, whatever they bring. */
static bool makes_uniform(const char *name)
{
    return cld_begins(name, "work_group_all") || cld_begins(name, "work_group_any") ||
           cld_begins(name, "work_group_reduce_") || cld_begins(name, "work_group_broadcast");
}

static bool call_is_uniform(const struct cld_uniform *u, const struct cld_node *n)
{
    char *name;
    bool ours = cld_calls_program(u->r, n, &name), is = false;
    const struct cld_node *callee = cld_node_strip(n->first);
    if (name && ours)
        is = !is_varying(u, clang_getCanonicalCursor(clang_getCursorReferenced(callee->cursor))) &&
             all_uniform(u, n);
    else if (name)
        is = makes_uniform(name) || (builtin_is_uniform(name) && all_uniform(u, n));
    free(name);
    return is;
}

bool cld_is_uniform(const struct cld_uniform *u, const struct cld_node *n)
{
    if (n->constant || n->kind == CLD_NODE_LITERAL || n->kind == CLD_NODE_SIZEOF)
        return true;
    switch (n->kind) {
    case CLD_NODE_NAME:
        return name_is_uniform(u, n);
    case CLD_NODE_SUBSCRIPT:
    case CLD_NODE_DEREF:
    case CLD_NODE_ARROW:
        return load_is_uniform(u, n);
    case CLD_NODE_CALL:
        return call_is_uniform(u, n);
    case CLD_NODE_LEAF: /* a type; a macro of the compiler's header */
    case CLD_NODE_PAREN:
    case CLD_NODE_MEMBER:
    case CLD_NODE_SWIZZLE:
    case CLD_NODE_BINARY:
    case CLD_NODE_LOGICAL:
    case CLD_NODE_COMMA:
    case CLD_NODE_ASSIGN:
    case CLD_NODE_COMPOUND_ASSIGN:
    case CLD_NODE_STEP:
    case CLD_NODE_UNARY:
    case CLD_NODE_CONDITIONAL:
    case CLD_NODE_CAST:
    case CLD_NODE_INIT_LIST:
    case CLD_NODE_ADDRESS:
        return all_uniform(u, n);
    default:
        return false;
    }
}

/* ---- statements
 * ------------------------------------------------------------------------------------------------- */

/* All who come here go the same way: it is uniform, or they vote on it. */
static bool agrees(const struct cld_uniform *u, const struct cld_node *condition)
{
    const struct cld_vote *vote = cld_votes_at(u->votes, condition);
    return (vote && !vote->of_sub_group) || cld_is_uniform(u, condition);
}

/* Up to `outer`, which it is in, everybody takes the same way to `n`. */
static bool reached_alike(const struct cld_uniform *u, const struct cld_node *n, const struct cld_node *outer)
{
    for (const struct cld_node *p = n; p != outer && p->parent; p = p->parent) {
        const struct cld_node *owner = p->parent, *c = owner == outer ? NULL : cld_node_condition(owner);
        if (c && c != p && !agrees(u, c))
            return false;
    }
    return true;
}

/* Some may leave it earlier than others, or skip a part of its body. */
static bool is_left_apart(const struct cld_uniform *u, const struct cld_node *n, const struct cld_node *loop)
{
    const struct cld_vote *vote = cld_votes_is_jump(n) ? cld_votes_at(u->votes, n) : NULL;
    if (cld_votes_is_jump(n) && (!vote || vote->of_sub_group) && !reached_alike(u, n, loop))
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (is_left_apart(u, c, loop))
            return true;
    return false;
}

/* The variable of the function whose value changes with this lvalue. */
static bool root_of(const struct cld_node *n, CXCursor *variable)
{
    for (n = cld_node_strip(n); n; n = cld_node_strip(n->first)) {
        if (n->kind == CLD_NODE_NAME) {
            *variable = clang_getCursorReferenced(n->cursor);
            return true;
        }
        if (n->kind != CLD_NODE_SUBSCRIPT && n->kind != CLD_NODE_MEMBER && n->kind != CLD_NODE_SWIZZLE)
            return false;
        if (!n->first)
            return false;
    }
    return false;
}

static void assigned(struct cld_uniform *u, const struct cld_node *target, bool alike)
{
    CXCursor variable;
    if (root_of(target, &variable) && (!alike || !cld_is_uniform(u, target)))
        varies(u, variable);
}

static void passed(struct cld_uniform *u, const struct cld_node *call, bool alike)
{
    char *name;
    if (cld_calls_program(u->r, call, &name)) {
        CXCursor f = clang_getCanonicalCursor(clang_getCursorReferenced(cld_node_strip(call->first)->cursor));
        unsigned i = 0;
        for (const struct cld_node *a = call->first->next; a; a = a->next, i++)
            if (!alike || !cld_is_uniform(u, a))
                for (size_t k = 0; k < u->r->functions->count; k++) {
                    CXCursor d = u->r->functions->list[k].cursor;
                    if (clang_equalCursors(clang_getCanonicalCursor(d), f))
                        varies(u, clang_Cursor_getArgument(d, i));
                }
    }
    free(name);
}

static void walk(struct cld_uniform *u, const struct cld_node *n, bool alike);

static void walk_children(struct cld_uniform *u, const struct cld_node *n, bool alike)
{
    const struct cld_node *c = cld_node_condition(n);
    bool within = alike && (!c || agrees(u, c));
    if (cld_node_is_loop(n))
        within &= !is_left_apart(u, n, n);
    for (const struct cld_node *child = n->first; child; child = child->next)
        walk(u, child, child == c && !cld_node_is_loop(n) ? alike : within);
}

static void walk(struct cld_uniform *u, const struct cld_node *n, bool alike)
{
    walk_children(u, n, alike);
    if (n->kind == CLD_NODE_VARIABLE) {
        bool has = !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(n->cursor));
        if (has && n->last && !(alike && cld_is_uniform(u, n->last)))
            varies(u, n->cursor);
    } else if (n->kind == CLD_NODE_ASSIGN || n->kind == CLD_NODE_COMPOUND_ASSIGN) {
        assigned(u, n->first, alike && cld_is_uniform(u, n->last));
    } else if (n->kind == CLD_NODE_STEP) {
        assigned(u, n->first, alike);
    } else if (n->kind == CLD_NODE_NAME && n->use == CLD_USE_ADDRESS && !n->inner &&
               cld_type_space(n->type) == CLD_SPACE_PRIVATE) {
        varies(u, clang_getCursorReferenced(n->cursor)); /* written through the pointer, perhaps */
    } else if (n->kind == CLD_NODE_CALL) {
        passed(u, n, alike);
    } else if (n->kind == CLD_NODE_RETURN && n->first &&
               !(reached_alike(u, n, u->function->tree) && cld_is_uniform(u, n->first))) {
        varies(u, u->function->cursor);
    }
}

/* Called by another unit, which nobody asks. */
static void open_to_others(struct cld_uniform *u)
{
    for (size_t i = 0; i < u->r->functions->count; i++) {
        const struct cld_function *f = &u->r->functions->list[i];
        int n = f->is_kernel ? 0 : clang_Cursor_getNumArguments(f->cursor);
        for (int k = 0; k < n; k++)
            varies(u, clang_Cursor_getArgument(f->cursor, (unsigned)k));
        if (!f->is_definition)
            varies(u, f->cursor);
    }
}

struct cld_uniform *cld_uniform_new(const struct cld_rewriter *r, const struct cld_votes *votes, bool alone)
{
    struct cld_uniform *u = calloc(1, sizeof *u);
    if (!u)
        exit(1);
    u->r = r;
    u->votes = votes;
    if (!alone)
        open_to_others(u);
    do {
        u->changed = false;
        for (size_t i = 0; i < r->functions->count; i++) {
            u->function = &r->functions->list[i];
            if (u->function->tree)
                walk(u, u->function->tree, !cld_node_holds(u->function->tree, CXCursor_GotoStmt));
        }
    } while (u->changed);
    return u;
}

void cld_uniform_free(struct cld_uniform *u)
{
    if (u)
        free(u->variables);
    free(u);
}
