#include "instrument/votes.h"

#include "instrument/reach.h"

#include <stdlib.h>
#include <string.h>

/* ---- barriers
 * --------------------------------------------------------------------------------------------------- */

/* Who must come to a built-in function, if anybody does. */
enum meeting { OF_GROUP, OF_COPY, OF_SUB_GROUP, MEETINGS };

/* Those of later extensions (ballots, shuffles, sub_group_non_uniform_...) may be called by some. */
static bool is_of_sub_group(const char *name)
{
    static const char *const names[] = {"sub_group_barrier", "sub_group_all", "sub_group_any",
                                        "sub_group_broadcast"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return cld_begins(name, "sub_group_reduce_") || cld_begins(name, "sub_group_scan_");
}

/* Of async copies: on CPUs they stay the device's own, in which nobody waits for anybody (async.h). */
static bool is_met(const struct cld_rewriter *r, const struct cld_node *n, void *user)
{
    char *name = cld_builtin_called(r, n);
    bool is = false;
    if (name)
        switch (*(const enum meeting *)user) {
        case OF_GROUP:
            is = strcmp(name, "barrier") == 0 || cld_begins(name, "work_group_");
            break;
        case OF_COPY:
            is = !r->device->is_cpu &&
                 (cld_begins(name, "async_work_group_") || strcmp(name, "wait_group_events") == 0);
            break;
        default:
            is = is_of_sub_group(name);
            break;
        }
    free(name);
    return is;
}

/* The first call that leads to one; whose meeting it is. */
static enum meeting meeting_in(const struct cld_rewriter *r, const struct cld_node *n,
                               const struct cld_node **call)
{
    enum meeting m = OF_GROUP;
    while (m < MEETINGS && !(*call = cld_reach(r, n, false, is_met, &m)))
        m++;
    return m;
}

const struct cld_node *cld_votes_barrier(const struct cld_rewriter *r, const struct cld_node *n)
{
    const struct cld_node *call = NULL;
    return meeting_in(r, n, &call) < MEETINGS ? call : NULL;
}

bool cld_votes_is_copy(const struct cld_rewriter *r, const struct cld_node *barrier)
{
    const struct cld_node *call;
    return meeting_in(r, barrier, &call) == OF_COPY;
}

bool cld_votes_is_of_sub_group(const struct cld_rewriter *r, const struct cld_node *barrier)
{
    const struct cld_node *call;
    return meeting_in(r, barrier, &call) == OF_SUB_GROUP;
}

/* ---- conditions
 * ------------------------------------------------------------------------------------------------- */

const struct cld_node *cld_votes_owner(const struct cld_node *condition)
{
    const struct cld_node *n = condition;
    while (n->parent && n->parent->kind == CLD_NODE_PAREN && !n->parent->condition)
        n = n->parent;
    return n->parent;
}

/* In what is decided: not in the condition itself, unless a loop comes back to it. */
static const struct cld_node *barrier_below(const struct cld_rewriter *r, const struct cld_node *owner,
                                            const struct cld_node *condition)
{
    if (owner->kind == CLD_NODE_LOGICAL)
        return cld_node_is_within(condition, owner->first) ? cld_votes_barrier(r, owner->last) : NULL;
    for (const struct cld_node *c = owner->first; c; c = c->next) {
        const struct cld_node *found = NULL;
        if (cld_node_is_loop(owner) || !cld_node_is_within(condition, c))
            found = cld_votes_barrier(r, c);
        if (found)
            return found;
    }
    return NULL;
}

/* ---- jumps
 * ------------------------------------------------------------------------------------------------------ */

bool cld_votes_is_jump(const struct cld_node *n)
{
    enum CXCursorKind kind = cld_node_cursor_kind(n);
    return n->kind == CLD_NODE_RETURN || kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt ||
           kind == CXCursor_GotoStmt;
}

/* The statement that the jump leaves, or goes on with; the function's body. */
static const struct cld_node *target_of(const struct cld_function *f, const struct cld_node *jump)
{
    enum CXCursorKind kind = cld_node_cursor_kind(jump);
    if (kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt)
        for (const struct cld_node *n = jump->parent; n; n = n->parent)
            if (cld_node_is_loop(n) || (n->kind == CLD_NODE_SWITCH && kind == CXCursor_BreakStmt))
                return n;
    return f->tree;
}

/* The last call of `n` that begins at `from` or behind. */
static const struct cld_node *barrier_behind(const struct cld_rewriter *r, const struct cld_node *n,
                                             unsigned from)
{
    if (n->end <= from)
        return NULL;
    if (n->begin >= from)
        return cld_votes_barrier(r, n);
    for (const struct cld_node *c = n->first; c; c = c->next) {
        const struct cld_node *found = barrier_behind(r, c, from);
        if (found)
            return found;
    }
    return NULL;
}

/* Within a loop that the jump does not leave, what stands in front of it comes again. */
static const struct cld_node *left_out(const struct cld_rewriter *r, const struct cld_node *jump,
                                       const struct cld_node *target)
{
    const struct cld_node *outermost = cld_node_is_loop(target) ? target : NULL;
    for (const struct cld_node *n = jump->parent; n && n != target; n = n->parent)
        if (cld_node_is_loop(n))
            outermost = n;
    const struct cld_node *in_loop = NULL;
    if (cld_node_cursor_kind(jump) == CXCursor_GotoStmt)
        return cld_votes_barrier(r, target);
    if (outermost && (outermost != target || cld_node_cursor_kind(jump) != CXCursor_ContinueStmt))
        in_loop = cld_votes_barrier(r, outermost);
    const struct cld_node *behind = barrier_behind(r, target, jump->end);
    return behind ? behind : in_loop;
}

/* `n` ends in the jump, whatever way is taken through it: a block whose last statement it is. */
static bool ends_in(const struct cld_node *n, const struct cld_node *jump)
{
    while (n && n != jump && n->kind == CLD_NODE_BLOCK)
        n = n->last;
    return n == jump;
}

static bool has_other_jump(const struct cld_node *n, const struct cld_node *jump)
{
    if (n != jump && cld_votes_is_jump(n))
        return true;
    for (const struct cld_node *c = n->first; c; c = c->next)
        if (has_other_jump(c, jump))
            return true;
    return false;
}

struct cld_jump cld_votes_jump(const struct cld_rewriter *r, const struct cld_function *f,
                               const struct cld_node *n)
{
    const struct cld_node *target = target_of(f, n);
    struct cld_jump j = {.barrier = left_out(r, n, target)};
    if (!j.barrier)
        return (struct cld_jump){0};
    j.at = j.outer = n;
    for (const struct cld_node *p = n; p && p != target && !cld_votes_barrier(r, p); p = p->parent)
        if (p->kind != CLD_NODE_BLOCK || (p->parent && p->parent->kind == CLD_NODE_BLOCK))
            j.outer = p;
    /* its branch, not a label or the like */
    const struct cld_node *branch = j.outer->kind == CLD_NODE_IF ? cld_node_child(j.outer, 1) : NULL;
    const struct cld_node *otherwise = branch ? branch->next : NULL;
    bool in_then = branch && ends_in(branch, n), in_else = otherwise && ends_in(otherwise, n);
    j.direct = (in_then || in_else) && !has_other_jump(j.outer, n);
    return j;
}

/* The jumps below `n` that are decided right there. */
static const struct cld_node *direct_jump(const struct cld_rewriter *r, const struct cld_function *f,
                                          const struct cld_node *owner, const struct cld_node *n)
{
    if (cld_votes_is_jump(n)) {
        struct cld_jump j = cld_votes_jump(r, f, n);
        return j.at && j.direct && j.outer == owner ? j.barrier : NULL;
    }
    for (const struct cld_node *c = n->first; c; c = c->next) {
        const struct cld_node *found = direct_jump(r, f, owner, c);
        if (found)
            return found;
    }
    return NULL;
}

static const struct cld_node *controlled(const struct cld_rewriter *r, const struct cld_function *f,
                                         const struct cld_node *condition)
{
    const struct cld_node *owner = cld_votes_owner(condition);
    if (!owner)
        return NULL;
    const struct cld_node *below = barrier_below(r, owner, condition);
    return below || owner->kind != CLD_NODE_IF ? below : direct_jump(r, f, owner, owner);
}

/* ---- all of a unit
 * ----------------------------------------------------------------------------------------------- */

static void add(struct cld_votes *v, struct cld_vote vote)
{
    v->list = cld_grow(v->list, &v->room, v->count, sizeof *v->list);
    v->list[v->count++] = vote;
}

static void collect(struct cld_votes *v, const struct cld_rewriter *r, const struct cld_function *f,
                    const struct cld_node *n)
{
    if (n->condition && !n->constant) {
        const struct cld_node *barrier = controlled(r, f, n);
        if (barrier)
            add(v, (struct cld_vote){n, barrier, NULL, cld_votes_is_of_sub_group(r, barrier)});
    }
    if (cld_votes_is_jump(n)) {
        struct cld_jump j = cld_votes_jump(r, f, n);
        if (j.at && !j.direct && j.outer != n)
            add(v, (struct cld_vote){n, j.barrier, j.outer, cld_votes_is_of_sub_group(r, j.barrier)});
    }
    for (const struct cld_node *c = n->first; c; c = c->next)
        collect(v, r, f, c);
}

static int by_node(const void *a, const void *b)
{
    const struct cld_vote *x = a, *y = b;
    return (x->condition > y->condition) - (x->condition < y->condition);
}

void cld_votes_find(struct cld_votes *v, const struct cld_rewriter *r)
{
    for (size_t i = 0; i < r->functions->count; i++) {
        const struct cld_function *f = &r->functions->list[i];
        if (f->tree && cld_votes_barrier(r, f->tree))
            collect(v, r, f, f->tree);
    }
    if (v->count)
        qsort(v->list, v->count, sizeof *v->list, by_node);
}

void cld_votes_free(struct cld_votes *v)
{
    free(v->list);
    *v = (struct cld_votes){0};
}

const struct cld_vote *cld_votes_at(const struct cld_votes *v, const struct cld_node *n)
{
    const struct cld_vote key = {.condition = n};
    return v->count ? bsearch(&key, v->list, v->count, sizeof *v->list, by_node) : NULL;
}
