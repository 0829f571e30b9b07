/* pass_bounds_check.c - the condition under which an access is made. */
#include "instrument/pass_bounds.h"

#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

char *cld_index_text(struct cld_rewriter *r, const struct cld_step *s)
{
    return s->index ? cld_frame_text(r, s->index) : cld_copy("0", 1);
}

static bool is_unknown(const struct cld_guarded *g)
{
    return strcmp(g->access.bounds, CLD_UNKNOWN_BOUNDS) == 0;
}

/* Only what points into global memory can be looked up, and can be null. A CPU's constant memory is global,
 * too; a GPU's may be one of its own, with addresses from 0 on. */
static bool can_look_up(const struct cld_rewriter *r, const struct cld_guarded *g)
{
    return g->access.space == CLD_SPACE_GLOBAL || g->access.space == CLD_SPACE_GENERIC ||
           (g->access.space == CLD_SPACE_CONSTANT && r->device->is_cpu);
}

const struct cld_step *cld_pointer_step(const struct cld_guarded *g)
{
    for (size_t i = 0; i < g->n_steps; i++)
        if (g->steps[i].size < 0)
            return &g->steps[i];
    return NULL;
}

char *cld_pointer_bounds(struct cld_rewriter *r, const struct cld_guarded *g)
{
    const struct cld_step *s = cld_pointer_step(g);
    bool certain =
        strncmp(g->access.bounds, "__cld_mk", 8) == 0 || strncmp(g->access.bounds, "__cld_p", 7) == 0;
    if (is_unknown(g) && (!can_look_up(r, g) || !s))
        return NULL;
    if ((certain && !is_unknown(g) && r->function->is_kernel) || !can_look_up(r, g) || !s)
        return cld_copy(g->access.bounds, strlen(g->access.bounds));
    char *base = cld_frame_text(r, s->base);
    char *bounds =
        cld_printf("__cld_known(%s, %s, (ulong)(%s))",
                   r->function->is_kernel ? "__cld_ranges" : "__cld_s->ranges", g->access.bounds, base);
    free(base);
    return bounds;
}

static char *general(struct cld_rewriter *r, const struct cld_guarded *g)
{
    char *bounds = cld_pointer_bounds(r, g), *text = NULL;
    if (bounds)
        text = cld_printf("__cld_in(%s, %s, %s)", g->address, bounds, g->size);
    free(bounds);
    return text;
}

char *cld_pointer_check(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s)
{
    int parameter = g->scale == g->count ? cld_parameter_of(r, s->base) : -1;
    long long bytes = cld_step_bytes(s, g);
    if (parameter < 0 || bytes <= 0)
        return general(r, g);
    char *index = cld_index_text(r, s), *units = cld_parameter_units(r, parameter, bytes);
    char *exact = g->partial ? general(r, g) : NULL;
    char *text = cld_is_int_index(r, s, parameter, bytes)
                     ? cld_printf("(uint)(%s) < __cld_i%d", index, parameter)
                     : cld_printf("(ulong)(%s) < %s", index, units);
    if (exact) {
        char *either = cld_printf("(%s || %s)", text, exact);
        free(text);
        text = either;
    }
    free(exact);
    free(index);
    free(units);
    return text;
}

char *cld_pass_bounds_within(struct cld_rewriter *r, const struct cld_guarded *g)
{
    struct cld_text t = {0};
    for (size_t i = g->n_steps; i-- > 0;) {
        const struct cld_step *s = &g->steps[i];
        char *one = NULL;
        if (s->size < 0) {
            one = cld_pointer_check(r, g, s);
        } else if (!cld_is_always_within(s)) {
            char *index = cld_index_text(r, s);
            one = cld_printf("(ulong)(%s) < %lldUL", index, s->size);
            free(index);
        }
        if (one)
            cld_text_format(&t, "%s%s", t.size ? " && " : "", one);
        free(one);
    }
    if (!g->n_steps) {
        char *one = general(r, g);
        cld_text_add(&t, one ? one : "");
        free(one);
    }
    char *aligned = cld_alignment_check(r, g);
    if (aligned)
        cld_text_format(&t, "%s%s", t.size ? " && " : "", aligned);
    free(aligned);
    if (!t.size) {
        cld_text_free(&t);
        return NULL;
    }
    return t.data;
}
