/* alignment_flow.c - what flows into pointers: in a function from its assignments, and between functions. */
#include "instrument/alignment.h"

#include "instrument/operators.h"
#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 1000 /* variables that are asked for on the way to one: else nothing is known of it */

/* A place outside of any function's variables that is given less than its type asks for. */
struct cld_lowered {
    char *function; /* its parameter `index`, or its result (-1); NULL: `what` */
    int index;
    CXCursor what; /* a member */
    long long alignment;
};

struct cld_held {
    CXCursor variable;
    long long alignment;
};

static long long least(long long a, long long b)
{
    return a < b ? a : b;
}

int cld_parameter_index(const struct cld_function *f, CXCursor variable)
{
    int count =
        clang_getCursorKind(variable) == CXCursor_ParmDecl ? clang_Cursor_getNumArguments(f->cursor) : 0;
    for (int i = 0; i < count; i++)
        if (clang_equalCursors(clang_Cursor_getArgument(f->cursor, (unsigned)i), variable))
            return i;
    return -1;
}

/* ---- variables of one function
 * ---------------------------------------------------------------------------------- */

static void add_flow(struct cld_alignments *a, const struct cld_node *to, const struct cld_node *from,
                     int how)
{
    to = cld_node_strip(to);
    CXCursor variable = to->kind == CLD_NODE_VARIABLE ? to->cursor : clang_getCursorReferenced(to->cursor);
    a->flows = cld_grow(a->flows, &a->flows_room, a->n_flows, sizeof *a->flows);
    a->flows[a->n_flows] = (struct cld_flow){.to = variable, .from = from};
    a->flows[a->n_flows++].how = how;
}

static int compound_flow(const struct cld_rewriter *r, const struct cld_node *n)
{
    if (cld_has_operator(r, n, "+=") || cld_has_operator(r, n, "-="))
        return CLD_FLOW_ADD;
    return cld_has_operator(r, n, "*=") || cld_has_operator(r, n, "<<=") ? CLD_FLOW_KEEP : CLD_FLOW_LOSE;
}

static void collect(struct cld_alignments *a, const struct cld_rewriter *r, const struct cld_node *n)
{
    bool is_name = n->first && cld_node_strip(n->first)->kind == CLD_NODE_NAME;
    if (n->kind == CLD_NODE_VARIABLE && !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(n->cursor)) &&
        n->last)
        add_flow(a, n, n->last, n->last->kind == CLD_NODE_INIT_LIST ? CLD_FLOW_LOSE : CLD_FLOW_SET);
    else if (n->kind == CLD_NODE_ASSIGN && is_name)
        add_flow(a, n->first, n->last, CLD_FLOW_SET);
    else if (n->kind == CLD_NODE_COMPOUND_ASSIGN && is_name)
        add_flow(a, n->first, n->last, compound_flow(r, n));
    else if (n->kind == CLD_NODE_STEP && is_name)
        add_flow(a, n->first, n->first, CLD_FLOW_STEP);
    else if (n->kind == CLD_NODE_ADDRESS && is_name)
        add_flow(a, n->first, NULL, CLD_FLOW_SET);
    for (const struct cld_node *c = n->first; c; c = c->next)
        collect(a, r, c);
}

static void begin_function(struct cld_rewriter *r)
{
    struct cld_alignments *a = r->alignments;
    if (a->function == r->function)
        return;
    a->function = r->function;
    a->n_flows = a->n_held = 0;
    collect(a, r, r->function->tree);
}

static bool is_pointer(CXCursor variable)
{
    return cld_variable_is_pointer(variable);
}

/* One more, or one less. */
static long long step_of(const struct cld_flow *f)
{
    long long size = is_pointer(f->to) ? clang_Type_getSizeOf(cld_pointee(f->from)) : 1;
    return size > 0 ? cld_low_bit(size) : 1;
}

static long long added(struct cld_aligning *s, const struct cld_flow *f)
{
    long long n = cld_align_integer(s, f->from);
    if (!is_pointer(f->to))
        return n;
    CXType type = clang_getCanonicalType(clang_getCursorType(f->to));
    long long size = clang_Type_getSizeOf(type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                                                      : clang_getArrayElementType(type));
    return size > 0 ? least(cld_low_bit(size) * n, CLD_ALIGNED_TO_ALL) : 1;
}

/* What anybody who has the variable's address puts there. */
static long long through_address(struct cld_aligning *s, CXCursor variable)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    if (type.kind != CXType_Pointer)
        return 1;
    long long own = cld_type_alignment(clang_getPointeeType(type)), memory = s->r->alignments->memory;
    return memory ? least(own, memory) : own;
}

static long long of_flow(struct cld_aligning *s, const struct cld_flow *f)
{
    if (!f->from)
        return through_address(s, f->to);
    switch (f->how) {
    case CLD_FLOW_SET:
        return is_pointer(f->to) ? cld_align_pointer(s, f->from) : cld_align_integer(s, f->from);
    case CLD_FLOW_ADD:
        return added(s, f);
    case CLD_FLOW_STEP:
        return step_of(f);
    case CLD_FLOW_KEEP:
        return CLD_ALIGNED_TO_ALL;
    default:
        return 1;
    }
}

static const struct cld_held *held(const struct cld_alignments *a, CXCursor variable)
{
    for (size_t i = 0; i < a->n_held; i++)
        if (clang_equalCursors(a->held[i].variable, variable))
            return &a->held[i];
    return NULL;
}

/* What is being asked for already lowers nothing: in `p = p + 4` only the 4 does. */
static bool is_visited(const struct cld_aligning *s, CXCursor variable)
{
    for (unsigned i = 0; i < s->depth; i++)
        if (clang_equalCursors(s->visiting[i], variable))
            return true;
    return false;
}

long long cld_align_variable(struct cld_aligning *s, CXCursor variable, long long start)
{
    struct cld_alignments *a = s->r->alignments;
    begin_function(s->r);
    const struct cld_held *known = held(a, variable);
    if (known || is_visited(s, variable))
        return known ? known->alignment : CLD_ALIGNED_TO_ALL;
    if (s->depth == sizeof s->visiting / sizeof s->visiting[0] || s->steps++ > MOST_STEPS)
        return 1;
    s->visiting[s->depth++] = variable;
    long long result = start;
    for (size_t i = 0; i < a->n_flows && result > 1; i++)
        if (clang_equalCursors(a->flows[i].to, variable))
            result = least(result, of_flow(s, &a->flows[i]));
    if (--s->depth == 0) { /* inside of another's, something was taken for granted */
        a->held = cld_grow(a->held, &a->held_room, a->n_held, sizeof *a->held);
        a->held[a->n_held++] = (struct cld_held){variable, result};
    }
    return result;
}

/* ---- between functions, and in memory
 * --------------------------------------------------------------------------- */

static struct cld_lowered *find(const struct cld_alignments *a, const char *function, int index,
                                CXCursor what)
{
    for (size_t i = 0; i < a->count; i++) {
        struct cld_lowered *l = &a->list[i];
        if (function ? l->function && l->index == index && strcmp(l->function, function) == 0
                     : !l->function && clang_equalCursors(l->what, what))
            return l;
    }
    return NULL;
}

long long cld_align_lowered(const struct cld_alignments *a, const char *function, int index, CXCursor what)
{
    const struct cld_lowered *l = find(a, function, index, what);
    return l ? l->alignment : CLD_ALIGNED_TO_ALL;
}

struct learning {
    struct cld_rewriter *r;
    bool changed;
};

static void lower(struct learning *l, const char *function, int index, CXCursor what, long long alignment)
{
    struct cld_alignments *a = l->r->alignments;
    if (alignment >= cld_align_lowered(a, function, index, what))
        return;
    struct cld_lowered *found = find(a, function, index, what);
    l->changed = true;
    a->n_held = 0;
    if (!found) {
        a->list = cld_grow(a->list, &a->room, a->count, sizeof *a->list);
        found = &a->list[a->count++];
        *found = (struct cld_lowered){function ? cld_copy(function, strlen(function)) : NULL, index, what, 0};
    }
    found->alignment = alignment;
}

/* Where nobody follows it. What its type asks for lowers nothing there. */
static void store(struct learning *l, const struct cld_node *value)
{
    struct cld_alignments *a = l->r->alignments;
    long long alignment = cld_pointer_alignment(l->r, value);
    if (alignment >= cld_element_alignment(value) || (a->memory && a->memory <= alignment))
        return;
    a->memory = alignment;
    a->n_held = 0;
    l->changed = true;
}

static void learn_call(struct learning *l, const struct cld_node *n)
{
    char *name;
    bool ours = cld_calls_program(l->r, n, &name);
    int index = 0;
    for (const struct cld_node *c = n->first ? n->first->next : NULL; c && ours; c = c->next, index++)
        if (cld_node_is_pointer(c) || cld_node_is_array(c))
            lower(l, name, index, clang_getNullCursor(), cld_pointer_alignment(l->r, c));
    free(name);
}

static void learn_assign(struct learning *l, const struct cld_node *n)
{
    const struct cld_node *to = cld_node_strip(n->first);
    if (!cld_node_is_pointer(to) || to->kind == CLD_NODE_NAME)
        return;
    if (to->kind == CLD_NODE_MEMBER || to->kind == CLD_NODE_ARROW)
        lower(l, NULL, 0, clang_getCursorReferenced(to->cursor), cld_pointer_alignment(l->r, n->last));
    else
        store(l, n->last);
}

static void learn(struct learning *l, const struct cld_node *n)
{
    if (n->kind == CLD_NODE_CALL)
        learn_call(l, n);
    else if (n->kind == CLD_NODE_ASSIGN)
        learn_assign(l, n);
    else if (n->kind == CLD_NODE_RETURN && n->first && cld_node_is_pointer(n->first))
        lower(l, l->r->function->name, -1, clang_getNullCursor(), cld_pointer_alignment(l->r, n->first));
    else if (n->kind == CLD_NODE_INIT_LIST)
        for (const struct cld_node *c = n->first; c; c = c->next)
            if (cld_node_is_pointer(c))
                store(l, c);
    for (const struct cld_node *c = n->first; c; c = c->next)
        learn(l, c);
}

bool cld_alignments_learn(struct cld_alignments *a, struct cld_rewriter *r)
{
    struct learning l = {.r = r};
    r->alignments = a;
    for (size_t i = 0; i < r->functions->count; i++) {
        if (!r->functions->list[i].is_definition)
            continue;
        r->function = &r->functions->list[i];
        learn(&l, r->function->tree);
    }
    r->function = NULL;
    a->function = NULL;
    return l.changed;
}

void cld_alignments_free(struct cld_alignments *a)
{
    for (size_t i = 0; i < a->count; i++)
        free(a->list[i].function);
    free(a->list);
    free(a->flows);
    free(a->held);
    *a = (struct cld_alignments){0};
}
