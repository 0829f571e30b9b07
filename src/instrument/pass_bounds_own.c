/*
 * pass_bounds_own.c - a trial for GPUs: the first sites of a kernel keep what they missed in variables of
 * their own, so that each is told in full. Variables are registers, and those of a GPU are few: not done by
 * default. CLD_FORM=s tries it (bench/gpu/sanitizer.sh).
 */
#include "instrument/pass_bounds.h"

#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

static bool is_tried(void)
{
    const char *form = getenv("CLD_FORM");
    return form && *form == 's';
}

/* The first miss is the one that tells most: in a loop, later ones do not replace it. */
static void assign(struct cld_text *t, unsigned i, const char *variable, const char *value, bool repeats)
{
    if (repeats)
        cld_text_format(t, "%s%u = __cld_mask & %#xu ? %s%u : %s, ", variable, i, 1u << i, variable, i,
                        value);
    else
        cld_text_format(t, ", %s%u = %s", variable, i, value);
}

static void assign_all(struct cld_text *t, unsigned i, const char *at, const char *bounds, bool repeats)
{
    assign(t, i, "__cld_at", at, repeats);
    if (bounds)
        assign(t, i, "__cld_bounds", bounds, repeats);
}

char *cld_own_keep(struct cld_rewriter *r, unsigned site, const char *at, const char *bounds, bool repeats)
{
    unsigned i = site - r->first_site;
    struct cld_text t = {0};
    if (!is_tried() || i >= CLD_MOST_OWN)
        return NULL;
    r->own[i].site = site;
    r->own[i].bounds |= bounds != NULL;
    cld_text_add(&t, "(");
    if (repeats)
        assign_all(&t, i, at, bounds, true);
    cld_text_format(&t, "__cld_mask |= %#xu", 1u << i);
    if (!repeats)
        assign_all(&t, i, at, bounds, false);
    cld_text_add(&t, ", (void)0)");
    return t.data;
}

void cld_own_declare(const struct cld_rewriter *r, struct cld_text *text)
{
    for (unsigned i = 0; i < CLD_MOST_OWN; i++) {
        if (r->own[i].site)
            cld_text_format(text, " ulong __cld_at%u = 0;", i);
        if (r->own[i].bounds)
            cld_text_format(text, " __cld_span __cld_bounds%u = __cld_mk(0, 0);", i);
    }
}

void cld_own_tell(const struct cld_rewriter *r, struct cld_text *text)
{
    for (unsigned i = 0; i < CLD_MOST_OWN; i++) {
        if (!r->own[i].site)
            continue;
        const struct cld_site *s = &r->sites->list[r->own[i].site - 1];
        char *own = cld_printf("__cld_bounds%u", i);
        char *bounds = r->own[i].bounds              ? cld_copy(own, strlen(own))
                       : s->unit && s->argument >= 0 ? cld_argument_bounds(r, s->argument)
                                                     : cld_copy("__cld_mk(0, 0)", 14);
        char *argument = r->own[i].bounds ? cld_argument_of_bounds(r, own) : cld_copy("0u", 2);
        cld_text_format(text,
                        " if (__cld_mask & %#xu) __cld_tell(__cld_log, __cld_key, %uu, __cld_at%u, %s, %s);",
                        1u << i, r->own[i].site, i, bounds, argument);
        free(own);
        free(bounds);
        free(argument);
    }
}
