#include "instrument/async_range.h"

#include "instrument/guard.h"
#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

char *cld_async_text(const char *text)
{
    return cld_copy(text, strlen(text));
}

char *cld_async_bounds(struct cld_rewriter *r, const struct cld_async_range *a)
{
    const struct cld_moment *known = cld_provenance_find(r, a->pointer);
    char *bounds = known ? cld_async_text(known->bounds) : cld_bounds(r, a->pointer);
    bool certain = bounds && (strncmp(bounds, "__cld_mk((", 10) == 0 || strncmp(bounds, "__cld_p", 7) == 0);
    if (!bounds)
        bounds = cld_async_text(CLD_UNKNOWN_BOUNDS);
    if (a->space != CLD_SPACE_GLOBAL || (certain && r->function->is_kernel))
        return bounds;
    char *found = cld_printf("__cld_known(%s, %s, %s)",
                             r->function->is_kernel ? "__cld_ranges" : "__cld_s->ranges", bounds, a->address);
    free(bounds);
    return found;
}

/* What the kernel says where the range is wrong. `size`: bytes of an element. */
static char *missed(struct cld_rewriter *r, const struct cld_async_range *a, const char *size,
                    const char *kind)
{
    struct cld_guarded g = {0};
    char *at =
        cld_printf("__cld_range_bad(%s, %s, %s, %s, %s)", a->address, a->bounds, a->n, a->stride, size);
    g.access.node = g.access.pointer = a->pointer;
    g.access.space = a->space;
    g.access.bounds = a->bounds;
    g.access.site = cld_sites_add(r->sites, r->unit_index, a->pointer, r->function->name);
    r->sites->list[g.access.site - 1].kind = kind;
    g.count = g.scale = 1;
    g.address = at;
    g.size = size;
    char *text = cld_guard_missed(r, &g);
    free(at);
    return text;
}

void cld_async_judge(struct cld_rewriter *r, struct cld_async_range *a, const char *size, const char *kind)
{
    if (strcmp(a->bounds, CLD_UNKNOWN_BOUNDS) == 0)
        return;
    a->within =
        cld_printf("__cld_range_in(%s, %s, %s, %s, %s)", a->address, a->bounds, a->n, a->stride, size);
    a->missed = missed(r, a, size, kind);
}

void cld_async_range_free(struct cld_async_range *a)
{
    free(a->address);
    free(a->bounds);
    free(a->n);
    free(a->stride);
    free(a->within);
    free(a->missed);
}
