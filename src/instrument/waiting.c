#include "instrument/waiting.h"

#include "instrument/access.h"
#include "instrument/variables.h"

#include <string.h>

struct waiting {
    const struct cld_node *loop;
    enum cld_space space; /* of what is read; private: nothing so far */
    int depth;
};

static bool waits(struct waiting *w, const struct cld_node *n, bool in_access);

CXString cld_callee_name(const struct cld_node *call)
{
    const struct cld_node *callee = call->first ? cld_node_strip(call->first) : NULL;
    return clang_getCursorSpelling(callee && callee->kind == CLD_NODE_NAME ? callee->cursor
                                                                           : clang_getNullCursor());
}

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

/* ---- variables --------------------------------------------------------------------------------------------
 */

static bool is_name_of(const struct cld_node *n, CXCursor variable)
{
    return n->kind == CLD_NODE_NAME && clang_equalCursors(clang_getCursorReferenced(n->cursor), variable);
}

/* `expected` of atomic_compare_exchange_strong(&lock, &expected, 1): gets what the memory holds. */
static bool is_expected(const struct cld_node *name)
{
    const struct cld_node *address = name->parent, *call = address ? address->parent : NULL;
    if (!call || address->kind != CLD_NODE_ADDRESS || call->kind != CLD_NODE_CALL ||
        cld_node_child(call, 2) != address)
        return false;
    CXString name_text = cld_callee_name(call);
    bool is = cld_begins(clang_getCString(name_text), "atomic_compare_exchange");
    clang_disposeString(name_text);
    return is;
}

/* Every write of it in `n` gives it a constant, or what the memory holds. */
static bool is_fed(struct waiting *w, const struct cld_node *n, CXCursor variable)
{
    if (is_name_of(n, variable) && n->use != CLD_USE_READ && n->use != CLD_USE_NONE) {
        const struct cld_node *set = n->parent;
        bool assigned = set && set->kind == CLD_NODE_ASSIGN && cld_node_strip(set->first) == n;
        return is_expected(n) || (assigned && (set->last->constant || waits(w, set->last, false)));
    }
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (!is_fed(w, c, variable))
            return false;
    return true;
}

/* It is declared in the loop, and begins with what the memory holds. */
static bool is_born_fed(struct waiting *w, const struct cld_node *loop, CXCursor variable)
{
    const struct cld_node *d = cld_variable_declaration(loop, variable);
    return !d || (d->last && waits(w, d->last, false));
}

static bool waits_for_name(struct waiting *w, const struct cld_node *n, bool in_access)
{
    CXCursor variable = clang_getCursorReferenced(n->cursor);
    bool is_changed =
        cld_variable_is_written(w->loop, variable) || cld_variable_declaration(w->loop, variable);
    if (!is_changed)
        return true;
    if (in_access || w->depth > 8)
        return false;
    w->depth++;
    bool fed = is_fed(w, w->loop, variable) && is_born_fed(w, w->loop, variable);
    w->depth--;
    return fed;
}

/* ---- memory -----------------------------------------------------------------------------------------------
 */

/* The variable that a pointer expression begins with. */
static CXCursor root_of(const struct cld_node *n)
{
    while (n && (n = cld_node_strip(n))) {
        if (n->kind == CLD_NODE_NAME)
            return clang_getCursorReferenced(n->cursor);
        if (n->kind == CLD_NODE_SUBSCRIPT)
            n = cld_subscript_base(n);
        else if (n->kind == CLD_NODE_BINARY)
            n = n->first && (cld_node_is_pointer(n->first) || cld_node_is_array(n->first)) ? n->first
                                                                                           : n->last;
        else
            n = n->kind == CLD_NODE_CAST ? n->last : n->first;
    }
    return clang_getNullCursor();
}

static bool is_access(const struct cld_node *n)
{
    return n->kind == CLD_NODE_SUBSCRIPT || n->kind == CLD_NODE_DEREF || n->kind == CLD_NODE_ARROW;
}

/* A call that reads the memory, and does not bring the end nearer itself. */
static bool is_reading(const struct cld_node *call, const char *name)
{
    static const char *const always[] = {"atomic_cmpxchg", "atom_cmpxchg", "atomic_xchg", "atom_xchg", NULL};
    static const char *const with_zero[] = {"atomic_add", "atomic_or", "atomic_sub", "atomic_xor", "atom_add",
                                            "atom_or",    "atom_sub",  "atom_xor",   NULL};
    const struct cld_node *value = cld_node_child(call, 2);
    CXEvalResult result = value && value->constant ? clang_Cursor_Evaluate(value->cursor) : NULL;
    bool is_zero =
        result && clang_EvalResult_getKind(result) == CXEval_Int && clang_EvalResult_getAsInt(result) == 0;
    if (result)
        clang_EvalResult_dispose(result);
    return cld_begins(name, "atomic_load") || cld_begins(name, "atomic_exchange") ||
           cld_begins(name, "atomic_compare_exchange") || cld_begins(name, "atomic_flag_test_and_set") ||
           is_one_of(name, always) ||
           (is_zero && (is_one_of(name, with_zero) || cld_begins(name, "atomic_fetch_")));
}

/* A function of the program's own: who knows what it does. */
static bool is_programs(const struct cld_node *call)
{
    const struct cld_node *callee = cld_node_strip(call->first);
    CXCursor function = callee ? clang_getCursorReferenced(callee->cursor) : clang_getNullCursor();
    return !clang_Cursor_isNull(function) && clang_Location_isFromMainFile(clang_getCursorLocation(function));
}

/* The loop writes there itself: its condition may be of its own making. */
static bool writes_to(const struct cld_node *n, CXCursor root)
{
    bool writes = (is_access(n) || n->kind == CLD_NODE_NAME) &&
                  (n->use == CLD_USE_WRITE || n->use == CLD_USE_READ_WRITE) &&
                  clang_equalCursors(root_of(n), root);
    if (n->kind == CLD_NODE_CALL) {
        CXString text = cld_callee_name(n);
        const char *name = clang_getCString(text);
        bool may_write = cld_begins(name, "atom") || cld_begins(name, "vstore") ||
                         cld_begins(name, "async_") || is_programs(n);
        if (may_write && !is_reading(n, name))
            for (const struct cld_node *a = n->first->next; a && !writes; a = a->next)
                writes = clang_equalCursors(root_of(a), root);
        clang_disposeString(text);
    }
    for (const struct cld_node *c = n->first; c && !writes; c = c->next)
        writes = writes_to(c, root);
    return writes;
}

static bool take_memory(struct waiting *w, enum cld_space space, const struct cld_node *where, bool is_atomic)
{
    CXCursor root = root_of(where);
    if (clang_Cursor_isNull(root) || (!is_atomic && writes_to(w->loop, root)))
        return false;
    if (space != CLD_SPACE_GLOBAL && space != CLD_SPACE_LOCAL && space != CLD_SPACE_GENERIC)
        return false;
    if (w->space != CLD_SPACE_GLOBAL) /* where both are read, the farther one */
        w->space = space == CLD_SPACE_LOCAL ? CLD_SPACE_LOCAL : CLD_SPACE_GLOBAL;
    return true;
}

static bool all_wait(struct waiting *w, const struct cld_node *first, bool in_access)
{
    for (const struct cld_node *c = first; c; c = c->next)
        if (!waits(w, c, in_access))
            return false;
    return true;
}

static bool waits_for_access(struct waiting *w, const struct cld_node *n)
{
    if (n->use == CLD_USE_ADDRESS) /* &p[2] reads nothing */
        return all_wait(w, n->first, true);
    return n->use == CLD_USE_READ && take_memory(w, cld_type_space(n->type), n, false) &&
           all_wait(w, n->first, true);
}

static enum cld_space pointee_space(const struct cld_node *pointer)
{
    CXType type = clang_getCanonicalType(cld_node_strip(pointer)->type);
    return cld_type_space(type.kind == CXType_Pointer ? clang_getPointeeType(type) : type);
}

static bool waits_for_call(struct waiting *w, const struct cld_node *call)
{
    CXString text = cld_callee_name(call);
    const char *name = clang_getCString(text);
    const struct cld_node *pointer = cld_node_child(call, 1), *a = pointer ? pointer->next : NULL;
    bool fine = name && pointer && is_reading(call, name) &&
                take_memory(w, pointee_space(pointer), pointer, true) &&
                !writes_to(w->loop, root_of(pointer)) && waits(w, pointer, true);
    bool has_expected = fine && cld_begins(name, "atomic_compare_exchange");
    for (; fine && a; a = a->next, has_expected = false)
        fine = (has_expected && cld_node_strip(a)->kind == CLD_NODE_ADDRESS) || waits(w, a, true);
    if (!fine && name && cld_begins(name, "get_")) /* of the work-item: always the same */
        fine = all_wait(w, call->first->next, true);
    clang_disposeString(text);
    return fine;
}

static bool waits(struct waiting *w, const struct cld_node *n, bool in_access)
{
    switch (n->kind) {
    case CLD_NODE_NAME:
        return waits_for_name(w, n, in_access);
    case CLD_NODE_LITERAL:
    case CLD_NODE_SIZEOF:
    case CLD_NODE_LEAF:
        return true;
    case CLD_NODE_SUBSCRIPT:
    case CLD_NODE_DEREF:
    case CLD_NODE_ARROW:
        return waits_for_access(w, n);
    case CLD_NODE_CALL:
        return waits_for_call(w, n);
    case CLD_NODE_PAREN:
    case CLD_NODE_MEMBER:
    case CLD_NODE_SWIZZLE:
    case CLD_NODE_ADDRESS:
    case CLD_NODE_BINARY:
    case CLD_NODE_LOGICAL:
    case CLD_NODE_UNARY:
    case CLD_NODE_CAST:
    case CLD_NODE_CONDITIONAL:
    case CLD_NODE_OTHER:
        return all_wait(w, n->first, in_access || n->kind == CLD_NODE_ADDRESS);
    case CLD_NODE_ASSIGN: /* (old = *flag) == 0: of the variable it is looked at where it is read */
        return cld_node_strip(n->first)->kind == CLD_NODE_NAME && waits(w, n->last, in_access);
    default:
        return false;
    }
}

enum cld_space cld_waits_in(const struct cld_node *condition, const struct cld_node *loop)
{
    struct waiting w = {loop, CLD_SPACE_PRIVATE, 0};
    return waits(&w, condition, false) ? w.space : CLD_SPACE_PRIVATE;
}

static bool has_call(const struct cld_node *n)
{
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (has_call(c))
            return true;
    return n->kind == CLD_NODE_CALL || n->kind == CLD_NODE_STATEMENT_EXPRESSION;
}

bool cld_stays_as_it_is(const struct cld_node *condition, const struct cld_node *loop)
{
    struct waiting w = {loop, CLD_SPACE_PRIVATE, 9}; /* 9: no variable that changes */
    return !has_call(condition) && waits(&w, condition, false) && w.space == CLD_SPACE_PRIVATE;
}
