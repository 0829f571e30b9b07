#include "instrument/check_ahead.h"

#include "instrument/barrier.h"
#include "instrument/guard.h"
#include "instrument/prove.h"
#include "instrument/variables.h"

#include <stdlib.h>
#include <string.h>

#define MOST_OF_EXPRESSION 2048u /* of source, for it is written twice */

static bool is_expression(const struct cld_node *n)
{
    return n->kind >= CLD_NODE_NAME && n->kind <= CLD_NODE_SIZEOF && n->kind != CLD_NODE_INIT_LIST;
}

/* What stands alone: a statement, a condition, an initialiser, what is returned. */
static bool is_whole(const struct cld_node *n)
{
    if (!is_expression(n) || !n->parent)
        return false;
    switch (n->parent->kind) {
    case CLD_NODE_BLOCK:
    case CLD_NODE_IF:
    case CLD_NODE_FOR:
    case CLD_NODE_WHILE:
    case CLD_NODE_DO:
    case CLD_NODE_SWITCH:
    case CLD_NODE_CASE:
    case CLD_NODE_RETURN:
    case CLD_NODE_VARIABLE:
        return true;
    default:
        return false;
    }
}

/* Both ways of `?:` need a value that can be given on. */
static bool has_plain_type(const struct cld_node *n)
{
    enum CXTypeKind kind = clang_getCanonicalType(n->type).kind;
    return cld_is_unused(n) || (!cld_node_is_pointer(n) && !cld_node_is_array(n) && kind != CXType_Record);
}

/* Something in `n` may change a variable before an access of `n` is made. */
static bool changes(const struct cld_node *n, const struct cld_node *root)
{
    bool assigns = n->kind == CLD_NODE_ASSIGN || n->kind == CLD_NODE_COMPOUND_ASSIGN;
    if (n->kind == CLD_NODE_STEP || n->kind == CLD_NODE_COMMA || n->kind == CLD_NODE_STATEMENT_EXPRESSION ||
        (assigns && n != root))
        return true;
    /* A function that is given the address of a variable. */
    if (n->kind == CLD_NODE_ADDRESS && cld_type_space(n->first->type) == CLD_SPACE_PRIVATE)
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (changes(c, root))
            return true;
    return false;
}

struct ahead {
    struct cld_proven proven;
    size_t terms;
};

static void add(struct ahead *a, const struct cld_node *access, const char *term)
{
    struct cld_text *t = &a->proven.condition;
    if (!t->data || !strstr(t->data, term))
        cld_text_format(t, "%s%s", t->size ? " & " : "", term);
    a->terms++;
    a->proven.accesses =
        cld_grow(a->proven.accesses, &a->proven.room, a->proven.count, sizeof *a->proven.accesses);
    a->proven.accesses[a->proven.count++] = access;
}

/* Accesses that are made whenever the expression is evaluated. */
static void collect(struct cld_rewriter *r, const struct cld_node *n, struct ahead *a)
{
    if (n->frozen || n->kind == CLD_NODE_SIZEOF)
        return;
    char *within = cld_is_guarded(n) && !cld_is_proven(r, n) ? cld_guard_ahead(r, n) : NULL;
    if (within) {
        char *term = cld_printf("(%s)", within);
        add(a, n, term);
        free(term);
    }
    free(within);
    bool decides = n->kind == CLD_NODE_CONDITIONAL || n->kind == CLD_NODE_LOGICAL;
    for (const struct cld_node *c = n->first; c; c = decides ? NULL : c->next)
        collect(r, c, a);
}

static void write_both(struct cld_rewriter *r, struct cld_proven *p, const struct cld_node *n,
                       struct cld_text *out)
{
    const struct cld_node *outer = r->ahead;
    const char *as = cld_is_unused(n) ? "(void)" : "";
    r->ahead = n;
    cld_text_format(out, "(%s ? %s(", cld_text_get(&p->condition), as);
    r->proven = p;
    cld_emit(r, n, out);
    r->proven = p->outer;
    cld_text_format(out, ") : %s(", as);
    r->careful++;
    cld_emit(r, n, out);
    r->careful--;
    cld_text_add(out, "))");
    r->ahead = outer;
}

bool cld_check_ahead(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    if (!r->guard || r->device->is_cpu || r->careful || r->frame || r->ahead == n || n->frozen ||
        !is_whole(n) || n->end - n->begin > MOST_OF_EXPRESSION || !has_plain_type(n) || changes(n, n) ||
        cld_has_barrier(r, n))
        return false;
    struct ahead a = {.proven = {.outer = r->proven}};
    collect(r, n, &a);
    if (a.terms > 1)
        write_both(r, &a.proven, n, out);
    cld_proven_free(&a.proven);
    return a.terms > 1;
}
