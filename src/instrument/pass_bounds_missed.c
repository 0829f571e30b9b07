/* pass_bounds_missed.c - what stands in the place of an access that is not made. */
#include "instrument/pass_bounds.h"

#include "instrument/kept.h"
#include "instrument/provenance.h"

#include <stdlib.h>
#include <string.h>

static long long bytes_of_access(const struct cld_guarded *g)
{
    const struct cld_node *parent = g->access.node->parent;
    while (parent && parent->kind == CLD_NODE_PAREN)
        parent = parent->parent;
    if (g->partial && parent && parent->kind == CLD_NODE_SWIZZLE)
        return g->partial;
    CXType type = clang_getCanonicalType(g->access.node->type);
    if (!g->count && type.kind != CXType_Pointer)
        return clang_Type_getSizeOf(type) > 0 ? clang_Type_getSizeOf(type) : 1;
    CXType pointee =
        type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type);
    long long size = clang_Type_getSizeOf(pointee);
    return (size > 0 ? size : 1) * (g->count ? g->count : 1);
}

static void note(struct cld_rewriter *r, unsigned site, long long unit, long long units, int argument,
                 const struct cld_guarded *g)
{
    struct cld_site *s = &r->sites->list[site - 1];
    s->unit = unit;
    s->units = units;
    s->argument = argument;
    s->bytes = bytes_of_access(g);
    s->space = g->access.space;
    s->access = cld_sites_first(r->sites, site, r->first_site);
}

/* Each way in which an access can be wrong has a site of its own. */
static unsigned other_site(struct cld_rewriter *r, const struct cld_guarded *g)
{
    struct cld_site like = r->sites->list[g->access.site - 1];
    unsigned site = cld_sites_add(r->sites, r->unit_index, g->access.node, r->function->name);
    r->sites->list[site - 1].begin = like.begin;
    r->sites->list[site - 1].end = like.end;
    r->sites->list[site - 1].use = like.use;
    return site;
}

/* Of the variable __cld_told, from 0 on: the sites of one access share it. */
static unsigned told_bit(struct cld_rewriter *r, unsigned site)
{
    struct cld_site *s = &r->sites->list[r->sites->list[site - 1].access - 1];
    if (!s->told)
        s->told = ++r->told_bits;
    return s->told - 1;
}

/* At once, once a work-item and access. (PoCL 3.1 has been seen to get variables wrong that are kept beside
 * barriers.) */
static char *tell(struct cld_rewriter *r, unsigned site, const char *at, const char *bounds,
                  const char *whole, bool repeats)
{
    unsigned bit = repeats ? told_bit(r, site) : 64;
    struct cld_text t = {0};
    r->tells_once |= bit < 64;
    r->keeps_bounds |= bounds != NULL;
    if (bit < 64)
        cld_text_format(&t, "(__cld_told & %#lxUL ? (void)0 : (__cld_told |= %#lxUL, ", 1UL << bit,
                        1UL << bit);
    else
        cld_text_add(&t, "((");
    if (bounds) {
        char *argument = cld_argument_of_bounds(r, "__cld_last_b");
        cld_text_format(
            &t, "__cld_last_b = %s, __cld_tell_address(__cld_log, __cld_key, %uu, %s, __cld_last_b, %s)))",
            bounds, site, at, argument);
        free(argument);
    } else {
        cld_text_format(&t, "__cld_tell_index(__cld_log, __cld_key, %uu, %s, %s)))", site, at, whole);
    }
    return t.data;
}

/* Until it is told (kept.h), on GPUs: the last one in full, of the others that there was one. */
static char *keep(struct cld_rewriter *r, unsigned site, const char *at, const char *bounds)
{
    unsigned bit = r->kept_bits++;
    struct cld_text t = {0};
    char *mask = cld_pass_bounds_mask(bit / 32);
    r->keeps_bounds |= bounds != NULL;
    r->sites->list[site - 1].bit = bit + 1;
    cld_text_format(&t, "(%s |= %#xu, __cld_last = %uu, __cld_last_at = %s", mask, 1u << bit % 32, site, at);
    if (bounds)
        cld_text_format(&t, ", __cld_last_b = %s", bounds);
    cld_text_add(&t, ", (void)0)");
    free(mask);
    return t.data;
}

char *cld_miss_text(struct cld_rewriter *r, const struct cld_node *n, unsigned site, const char *at,
                    const char *bounds, const char *whole)
{
    if (!r->function->is_kernel)
        return cld_printf("__cld_miss(__cld_s, %uu, %s, %s)", site, at, bounds ? bounds : CLD_UNKNOWN_BOUNDS);
    bool repeats = r->jumps || cld_is_in_loop(n);
    if (!r->device->is_cpu && (repeats || !cld_kept_may_tell(r)))
        return keep(r, site, at, bounds);
    return tell(r, site, at, bounds, whole, repeats);
}

char *cld_miss_counted(struct cld_rewriter *r, const struct cld_node *n, const char *text)
{
    bool counted = cld_is_in_endless(n);
    r->counts_misses |= counted;
    if (!counted)
        return cld_printf("%s", text);
    return cld_printf("(%s++, %s)", r->function->is_kernel ? "__cld_bad" : "__cld_s->bad", text);
}

/* An array whose index is wrong has a site of its own: the table tells which array it was. */
static char *missed_array(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s)
{
    unsigned site = g->access.site;
    if (r->sites->list[site - 1].unit || cld_pointer_step(g))
        site = other_site(r, g);
    note(r, site, cld_step_bytes(s, g), s->size, -1, g);
    char *index = cld_index_text(r, s), *at = cld_printf("(ulong)(%s)", index),
         *text = cld_miss_text(r, g->access.node, site, at, NULL, "0");
    free(index);
    free(at);
    return text;
}

static char *missed_pointer(struct cld_rewriter *r, const struct cld_guarded *g, const struct cld_step *s)
{
    int parameter = s && g->scale == g->count ? cld_parameter_of(r, s->base) : -1;
    if (parameter >= 0 && cld_step_bytes(s, g) > 0 && !g->partial) {
        note(r, g->access.site, cld_step_bytes(s, g), 0, parameter, g);
        char *index = cld_index_text(r, s), *at = cld_printf("(ulong)(%s)", index);
        char *whole = cld_printf("__cld_n%d", parameter);
        char *text = cld_miss_text(r, g->access.node, g->access.site, at, NULL, whole);
        free(whole);
        free(index);
        free(at);
        return text;
    }
    note(r, g->access.site, 0, 0, -1, g);
    char *bounds = cld_pointer_bounds(r, g);
    char *text = cld_miss_text(r, g->access.node, g->access.site, g->address,
                               bounds ? bounds : CLD_UNKNOWN_BOUNDS, NULL);
    free(bounds);
    return text;
}

static char *missed_alignment(struct cld_rewriter *r, const struct cld_guarded *g)
{
    unsigned site = other_site(r, g);
    note(r, site, 0, 0, -1, g);
    struct cld_site *s = &r->sites->list[site - 1];
    s->alignment = (unsigned)cld_doubtful_alignment(r, g);
    s->components = cld_accessed_components(g);
    s->bytes = g->partial ? clang_Type_getSizeOf(g->access.node->type) : s->bytes;
    char *bounds = cld_pointer_bounds(r, g), *address = cld_whole_address(g);
    char *text = cld_miss_text(r, g->access.node, site, address, bounds ? bounds : CLD_UNKNOWN_BOUNDS, NULL);
    free(bounds);
    free(address);
    return text;
}

static bool can_miss(const struct cld_step *s)
{
    return s->size >= 0 && !cld_is_always_within(s);
}

/* "i >= 4 ? ... : ...", from the outermost of the arrays; `left` of them can be wrong. */
static void blame_indices(struct cld_rewriter *r, const struct cld_guarded *g, size_t left,
                          struct cld_text *t)
{
    for (size_t i = g->n_steps; i-- > 0 && left;) {
        const struct cld_step *s = &g->steps[i];
        if (!can_miss(s))
            continue;
        char *one = missed_array(r, g, s), *index = cld_index_text(r, s);
        if (--left)
            cld_text_format(t, "(ulong)(%s) >= %lldUL ? ", index, s->size);
        cld_text_format(t, left ? "%s : " : "%s", one);
        free(one);
        free(index);
    }
}

/* Which of the steps was wrong? A pointer of which nothing is known was not. What lies within is not aligned.
 */
static void blame(struct cld_rewriter *r, const struct cld_guarded *g, struct cld_text *t)
{
    const struct cld_step *pointer = cld_pointer_step(g);
    char *check = pointer ? cld_pointer_check(r, g, pointer) : NULL;
    bool aligned = !cld_doubtful_alignment(r, g);
    size_t indices = !aligned;
    for (size_t i = 0; i < g->n_steps; i++)
        indices += can_miss(&g->steps[i]);
    if (check || !g->n_steps) {
        char *one = missed_pointer(r, g, pointer);
        if (indices)
            cld_text_format(t, "!(%s) ? %s : ", check, one);
        else
            cld_text_add(t, one);
        free(one);
    }
    blame_indices(r, g, indices, t);
    char *one = aligned ? NULL : missed_alignment(r, g);
    cld_text_add(t, one ? one : "");
    free(one);
    free(check);
}

char *cld_pass_bounds_missed(struct cld_rewriter *r, const struct cld_guarded *g)
{
    struct cld_text t = {0};
    blame(r, g, &t);
    char *text = cld_miss_counted(r, g->access.node, cld_text_get(&t));
    cld_text_free(&t);
    return text;
}
