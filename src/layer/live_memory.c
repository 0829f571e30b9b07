#include "layer/live_memory.h"

#include <stdlib.h>
#include <string.h>

/* Whether its memory is its own. */
static bool owns_memory(const struct cld_slot *s)
{
    return s->bytes && (s->kind == CLD_KIND_SVM || (s->kind == CLD_KIND_MEM && !s->parent));
}

static struct cld_finding_object describe(const struct cld_slot *s)
{
    return (struct cld_finding_object){
        .kind = s->kind,
        .subkind = s->subkind,
        .serial = s->serial,
        .handle = s->handle,
        .bytes = s->bytes,
        .born_stack = s->born_stack,
        .label = s->label,
        .refs = atomic_load_explicit(&s->refs, memory_order_relaxed),
    };
}

static struct cld_live_group *group_of(struct cld_live_memory *m, uint32_t stack)
{
    for (size_t i = 0; i < m->n_groups; i++)
        if (m->groups[i].stack == stack)
            return &m->groups[i];
    if (m->n_groups == CLD_LIVE_GROUPS)
        return NULL;
    struct cld_live_group *g = &m->groups[m->n_groups++];
    g->stack = stack;
    return g;
}

static void count(const struct cld_slot *s, void *user)
{
    struct cld_live_memory *m = user;
    if (!owns_memory(s))
        return;
    m->objects++;
    m->bytes += s->bytes;
    struct cld_live_group *g = group_of(m, s->born_stack);
    if (!g)
        return;
    g->objects++;
    g->bytes += s->bytes;
    if (s->bytes > g->largest.bytes)
        g->largest = describe(s);
}

static int by_bytes(const void *a, const void *b)
{
    const struct cld_live_group *x = a, *y = b;
    return x->bytes < y->bytes ? 1 : x->bytes > y->bytes ? -1 : 0;
}

void cld_live_memory(struct cld_live_memory *out)
{
    memset(out, 0, sizeof *out);
    cld_objects_each(count, out);
    qsort(out->groups, out->n_groups, sizeof out->groups[0], by_bytes);
}
