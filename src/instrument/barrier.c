#include "instrument/barrier.h"

#include <stdlib.h>
#include <string.h>

static const struct cld_function *defined(const struct cld_rewriter *r, const char *name)
{
    for (size_t i = 0; i < r->functions->count; i++)
        if (r->functions->list[i].is_definition && strcmp(r->functions->list[i].name, name) == 0)
            return &r->functions->list[i];
    return NULL;
}

static bool waits(const struct cld_rewriter *r, const struct cld_node *n, unsigned depth)
{
    bool found = false;
    if (n->kind == CLD_NODE_CALL) {
        char *name;
        bool ours = cld_calls_program(r, n, &name);
        const struct cld_function *f = name && ours ? defined(r, name) : NULL;
        /* barriers, work-group and sub-group functions, async copies: all work-items come there, or none */
        found = !name || strstr(name, "barrier") || strstr(name, "work_group_") ||
                strstr(name, "wait_group") || strstr(name, "sub_group") ||
                (ours && (!f || depth > 16 || waits(r, f->tree, depth + 1)));
        free(name);
    }
    for (const struct cld_node *c = n->first; c && !found; c = c->next)
        found = waits(r, c, depth);
    return found;
}

bool cld_has_barrier(const struct cld_rewriter *r, const struct cld_node *n)
{
    return waits(r, n, 0);
}
