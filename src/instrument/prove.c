#include "instrument/prove.h"

#include "instrument/follow.h"

#include <stdlib.h>

/*
 * There are at most 2^31 units of an index of 32 bits (pass.h), so what is below their number modulo 2^32 is
 * so itself. A narrower index is the value that its type holds.
 */
static bool follow_index(struct cld_following *s, const struct cld_node *index, struct cld_interval *out)
{
    struct cld_integer type;
    cld_interval_number(out, 0);
    if (!index)
        return true;
    return cld_integer_of(index->type, &type) && type.bits < 32 ? cld_follow_exactly(s, index, out)
                                                                : cld_follow(s, index, out);
}

static bool step_within(struct cld_following *s, const struct cld_guarded *g, const struct cld_step *step)
{
    struct cld_interval i;
    char *limit = s->r->guard->units(s->r, g, step);
    bool found = limit && follow_index(s, step->index, &i);
    if (found) {
        cld_premises_require(&s->premises, i.low, ">=", "0");
        cld_premises_require(&s->premises, i.high, "<", limit);
    }
    free(limit);
    return found;
}

/* A built-in function's access, or that of a path. */
static bool describe(struct cld_rewriter *r, const struct cld_node *n, struct cld_guarded *g)
{
    struct cld_frame f = {0};
    bool is = n->kind == CLD_NODE_CALL ? cld_guard_call_path(r, n, &f, g)
                                       : cld_is_guarded(n) && cld_frame_path(&f, n, g) && g->n_steps > 0;
    cld_frame_free(&f);
    if (n->kind != CLD_NODE_CALL)
        g->access.node = n;
    return is;
}

static void prove(struct cld_following *s, const struct cld_node *n, struct cld_proven *p)
{
    struct cld_guarded g = {0};
    if (n->frozen || !describe(s->r, n, &g) || cld_is_proven(s->r, n))
        return;
    struct cld_following_mark m = cld_following_mark(s);
    bool all = true;
    for (size_t i = 0; i < g.n_steps && all; i++)
        all = step_within(s, &g, &g.steps[i]);
    if (!all) {
        cld_following_forget(s, m);
        return;
    }
    p->accesses = cld_grow(p->accesses, &p->room, p->count, sizeof *p->accesses);
    p->accesses[p->count++] = n;
}

static void prove_all(struct cld_following *s, const struct cld_node *n, struct cld_proven *p)
{
    prove(s, n, p);
    for (const struct cld_node *c = n->first; c; c = c->next)
        prove_all(s, c, p);
}

bool cld_prove(struct cld_rewriter *r, const struct cld_node *region, bool for_group, struct cld_proven *p)
{
    struct cld_following s = {
        .r = r, .region = region, .for_group = for_group, .premises = {.names = &r->names}};
    *p = (struct cld_proven){.outer = r->proven};
    if (r->guard->units)
        prove_all(&s, region, p);
    if (s.premises.needs_ones)
        cld_rewriter_helper(r, "__cld_ones", cld_premises_ones);
    p->declarations = s.premises.declarations;
    p->condition = s.premises.condition;
    s.premises.declarations = s.premises.condition = (struct cld_text){0};
    cld_following_free(&s);
    return p->count > 0;
}

void cld_proven_free(struct cld_proven *p)
{
    free(p->accesses);
    cld_text_free(&p->declarations);
    cld_text_free(&p->condition);
}

bool cld_is_proven(const struct cld_rewriter *r, const struct cld_node *access)
{
    for (const struct cld_proven *p = r->proven; p; p = p->outer)
        for (size_t i = 0; i < p->count; i++)
            if (p->accesses[i] == access)
                return true;
    return false;
}
