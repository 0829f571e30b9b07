/*
 * follow_load.c - values that the region reads from memory, the same each time: for (k = rows[i]; k < rows[i
 * + 1]; k++).
 *
 * What is read in front of the region is what is read in it, when nothing in it writes to memory that others
 * can see, and the place is always the same. (Another work-item that writes there meanwhile, without any
 * order, is a race: then the program has no value that could be relied on.)
 */
#include "instrument/follow.h"
#include "instrument/guard.h"
#include "instrument/variables.h"

#include <stdlib.h>
#include <string.h>

/* A built-in function that could write, or wait for others to. */
static bool may_write(const struct cld_rewriter *r, const struct cld_node *call)
{
    static const char *const waiting[] = {"barrier", "fence", "work_group", "sub_group", "write_", "printf"};
    char *name;
    bool may = cld_calls_program(r, call, &name) || !name;
    for (size_t i = 0; i < sizeof waiting / sizeof waiting[0] && !may; i++)
        may = strstr(name, waiting[i]) != NULL;
    bool reads = !may && strncmp(name, "vload", 5) == 0;
    for (const struct cld_node *c = call->first->next; c && !may && !reads; c = c->next)
        may = cld_node_is_pointer(c) || cld_node_is_array(c);
    free(name);
    return may;
}

static bool writes_memory(const struct cld_rewriter *r, const struct cld_node *n)
{
    bool stores =
        n->kind == CLD_NODE_ASSIGN || n->kind == CLD_NODE_COMPOUND_ASSIGN || n->kind == CLD_NODE_STEP;
    if ((stores && cld_type_space(cld_node_strip(n->first)->type) != CLD_SPACE_PRIVATE) ||
        n->kind == CLD_NODE_STATEMENT_EXPRESSION || (n->kind == CLD_NODE_CALL && may_write(r, n)))
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (writes_memory(r, c))
            return true;
    return false;
}

/* Every variable of the place is there in front of the region and keeps its value: so does the place. */
static bool is_one_place(const struct cld_following *s, const struct cld_node *n)
{
    CXCursor variable = clang_getCursorReferenced(n->cursor);
    enum CXCursorKind kind = clang_getCursorKind(variable);
    bool is_variable = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
    if (clang_isVolatileQualifiedType(n->type) ||
        (n->kind == CLD_NODE_NAME && is_variable &&
         !cld_follow_is_outside(s, variable, clang_getCursorType(variable))))
        return false;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (c->kind != CLD_NODE_LEAF && !is_one_place(s, c))
            return false;
    return true;
}

bool cld_follow_load(struct cld_following *s, const struct cld_node *n, struct cld_interval *out)
{
    struct cld_integer type;
    enum cld_space space = cld_type_space(n->type);
    if (s->for_group || (space != CLD_SPACE_GLOBAL && space != CLD_SPACE_CONSTANT) || !cld_is_guarded(n) ||
        !cld_integer_of(n->type, &type) || !is_one_place(s, n) || writes_memory(s->r, s->region))
        return false;
    char *within = cld_guard_ahead(s->r, n);
    if (!within)
        return false;
    struct cld_text place = {0};
    cld_emit_source(s->r, n->begin, n->end, &place);
    char *text = cld_printf("(%s) ? (long)(%s) : 0L", within, cld_text_get(&place));
    cld_interval_make(&s->premises, out, text, text);
    cld_follow_any_value(s, type, out);
    free(text);
    free(within);
    cld_text_free(&place);
    return true;
}
