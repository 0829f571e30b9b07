#include "instrument/reach.h"

#include <stdlib.h>

struct search {
    const struct cld_rewriter *r;
    bool unknown;
    cld_reached *is;
    void *user;
    bool *seen; /* functions that were looked into: none came to such a node, or it would be over */
};

static const struct cld_node *reach(struct search *s, const struct cld_node *n);

static bool comes_there(struct search *s, const struct cld_function *f)
{
    const struct cld_functions *all = s->r->functions;
    size_t i = (size_t)(f - all->list);
    if (!s->seen)
        s->seen = calloc(all->count, sizeof *s->seen);
    if (!s->seen || s->seen[i])
        return false;
    s->seen[i] = true;
    return reach(s, f->tree) != NULL;
}

static bool calls_such(struct search *s, const struct cld_node *call)
{
    char *name;
    bool ours = cld_calls_program(s->r, call, &name);
    const struct cld_function *f = ours ? cld_function_defined(s->r->functions, name) : NULL;
    free(name);
    return f ? comes_there(s, f) : ours && s->unknown;
}

static const struct cld_node *reach(struct search *s, const struct cld_node *n)
{
    for (const struct cld_node *c = n->first; c; c = c->next) {
        const struct cld_node *found = reach(s, c);
        if (found)
            return found;
    }
    bool evaluated = n->kind == CLD_NODE_CALL && !n->frozen;
    return s->is(s->r, n, s->user) || (evaluated && calls_such(s, n)) ? n : NULL;
}

const struct cld_node *cld_reach(const struct cld_rewriter *r, const struct cld_node *n, bool unknown,
                                 cld_reached *is, void *user)
{
    struct search s = {r, unknown, is, user, NULL};
    const struct cld_node *found = reach(&s, n);
    free(s.seen);
    return found;
}

char *cld_builtin_called(const struct cld_rewriter *r, const struct cld_node *n)
{
    char *name = NULL;
    if (n->kind != CLD_NODE_CALL || n->frozen || !cld_calls_program(r, n, &name))
        return name;
    free(name);
    return NULL;
}
