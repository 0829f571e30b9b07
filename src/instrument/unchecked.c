#include "instrument/unchecked.h"

#include <stdlib.h>
#include <string.h>

struct cld_unchecked_function {
    char *name;
    struct cld_names calls;
    struct access {
        unsigned unit, begin, end;
        enum cld_unchecked_reason reason;
    } *accesses;
    size_t count, room;
};

static struct cld_unchecked_function *find(const struct cld_unchecked *u, const char *name)
{
    for (size_t i = 0; i < u->count; i++)
        if (strcmp(u->list[i].name, name) == 0)
            return &u->list[i];
    return NULL;
}

static struct cld_unchecked_function *find_or_add(struct cld_unchecked *u, const char *name)
{
    struct cld_unchecked_function *f = find(u, name);
    if (f)
        return f;
    u->list = cld_grow(u->list, &u->room, u->count, sizeof *u->list);
    u->list[u->count] = (struct cld_unchecked_function){.name = cld_copy(name, strlen(name))};
    return &u->list[u->count++];
}

void cld_unchecked_access(struct cld_unchecked *u, const char *function, unsigned unit,
                          const struct cld_node *n, enum cld_unchecked_reason reason)
{
    struct cld_unchecked_function *f = find_or_add(u, function);
    for (size_t i = 0; i < f->count; i++)
        if (f->accesses[i].unit == unit && f->accesses[i].begin == n->begin && f->accesses[i].end == n->end)
            return; /* in another version of its loop */
    f->accesses = cld_grow(f->accesses, &f->room, f->count, sizeof *f->accesses);
    f->accesses[f->count++] = (struct access){unit, n->begin, n->end, reason};
}

void cld_unchecked_call(struct cld_unchecked *u, const char *function, const char *callee)
{
    cld_names_add(&find_or_add(u, function)->calls, callee, strlen(callee));
}

/* The kernel and all that it calls, each once. */
static void reach(const struct cld_unchecked *u, const char *function, struct cld_names *reached)
{
    const struct cld_unchecked_function *f = find(u, function);
    if (!f || !cld_names_add(reached, function, strlen(function)))
        return;
    for (size_t i = 0; i < f->calls.count; i++)
        reach(u, f->calls.names[i], reached);
}

static void add_clause(struct cld_text *t, size_t count, enum cld_unchecked_reason reason)
{
    static const char *const texts[CLD_UNCHECKED_REASONS][2] = {
        [CLD_UNCHECKED_TYPE] = {"1 access unchecked: its type has no name",
                                "%zu accesses unchecked: their type has no name"},
        [CLD_UNCHECKED_PATH] = {"1 access unchecked: its path is too long",
                                "%zu accesses unchecked: their path is too long"},
        [CLD_UNCHECKED_COPY] = {"1 async copy unchecked: there are some of a kind that is not known",
                                "%zu async copies unchecked: there are some of a kind that is not known"},
        [CLD_UNCHECKED_ROOM] =
            {"async copies not compared over the work-group: no local memory is left for that",
             "async copies of %zu kernels not compared over the work-group"},
        [CLD_UNCHECKED_IMAGE] = {"1 access to an image unchecked: its sampler or level is not known",
                                 "%zu accesses to images unchecked: their sampler or level is not known"},
        [CLD_UNCHECKED_PIPE] = {"1 call on a pipe unchecked", "%zu calls on pipes unchecked"},
        [CLD_UNCHECKED_VOTES] = {"1 kernel whose barriers are unchecked: it has no local memory left",
                                 "%zu kernels whose barriers are unchecked: they have no local memory left"},
        [CLD_UNCHECKED_JUMP] = {
            "1 jump past a barrier unchecked: it is a goto, or returns a value from inside other statements",
            "%zu jumps past barriers unchecked: they are gotos, or return values from inside other "
            "statements"}};
    cld_text_add(t, t->size ? "; " : "");
    if (count == 1)
        cld_text_add(t, texts[reason][0]);
    else
        cld_text_format(t, texts[reason][1], count);
}

char *cld_unchecked_of(const struct cld_unchecked *u, const char *kernel)
{
    size_t counts[CLD_UNCHECKED_REASONS] = {0};
    struct cld_names reached = {0};
    struct cld_text t = {0};
    reach(u, kernel, &reached);
    for (size_t i = 0; i < reached.count; i++) {
        const struct cld_unchecked_function *f = find(u, reached.names[i]);
        for (size_t k = 0; k < f->count; k++)
            counts[f->accesses[k].reason]++;
    }
    for (unsigned r = 0; r < CLD_UNCHECKED_REASONS; r++)
        if (counts[r])
            add_clause(&t, counts[r], r);
    cld_names_free(&reached);
    return t.data;
}

void cld_unchecked_free(struct cld_unchecked *u)
{
    for (size_t i = 0; i < u->count; i++) {
        free(u->list[i].name);
        free(u->list[i].accesses);
        cld_names_free(&u->list[i].calls);
    }
    free(u->list);
    *u = (struct cld_unchecked){0};
}
