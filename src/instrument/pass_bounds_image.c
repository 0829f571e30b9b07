/*
 * pass_bounds_image.c - no image is read or written outside where that is undefined: reads without a sampler
 * and those with CLK_ADDRESS_NONE (OpenCL C 3.0, 6.15.15.1 and 6.15.15.3), and all writes (6.15.15.4).
 *
 * The layer of an array counts where there is no sampler only: one clamps it, whatever its addressing mode
 * (8.4). With CLK_FILTER_LINEAR the coordinates must lie in the image, not the texels beside them.
 */
#include "instrument/pass_bounds.h"

#include "instrument/guard_image.h"
#include "wire/log.h"

#include <stdlib.h>

static unsigned coordinates(const struct cld_image_access *a)
{
    return a->type.dims + a->type.is_array;
}

/* "c.y", or "c" of a scalar. */
static char *component(const struct cld_image_access *a, unsigned i)
{
    return a->components > 1 ? cld_printf("%s.%c", a->at, "xyz"[i]) : cld_printf("%s", a->at);
}

/* "__cld_w3.x" */
static char *size_of(const struct cld_image_access *a, unsigned i)
{
    return cld_printf("__cld_w%d.%c", a->parameter, "xyz"[i]);
}

static bool is_parameter(const char *rule)
{
    return rule && *rule == '_';
}

static void check_integer(const struct cld_image_access *a, unsigned i, struct cld_text *t)
{
    char *c = component(a, i), *size = size_of(a, i);
    cld_text_format(t, "%s(uint)%s < %s", i ? " && " : "", c, size);
    free(size);
    free(c);
}

static void check_float(const struct cld_image_access *a, unsigned i, struct cld_text *t)
{
    char *c = component(a, i), *size = size_of(a, i);
    cld_text_format(t, "%s%s >= 0.0f && %s < ", i ? " && " : "", c, c);
    if (is_parameter(a->rule))
        cld_text_format(t, "(%s == 2u ? 1.0f : (float)%s)", a->rule, size);
    else if (a->rule && *a->rule == '2')
        cld_text_add(t, "1.0f");
    else
        cld_text_format(t, "(float)%s", size);
    free(size);
    free(c);
}

static char *condition(const struct cld_image_access *a)
{
    struct cld_text t = {0};
    unsigned n = a->sampler ? a->type.dims : coordinates(a);
    if (is_parameter(a->rule))
        cld_text_format(&t, "(!%s || (", a->rule);
    for (unsigned i = 0; i < n; i++)
        if (a->is_float)
            check_float(a, i, &t);
        else
            check_integer(a, i, &t);
    cld_text_add(&t, is_parameter(a->rule) ? "))" : "");
    return t.data;
}

/* ---- the coordinates as one ulong: wire/log.h
 * -------------------------------------------------------------------------- */

static const struct {
    const char *name, *text;
} packs[2][3] = {
    {{"__cld_at1", "CLD_FN ulong __cld_at1(int c) { return (uint)c; }\n"},
     {"__cld_at2", "CLD_FN ulong __cld_at2(int2 c) { return (uint)c.x | (ulong)(uint)c.y << 32; }\n"},
     {"__cld_at3", "CLD_FN ulong __cld_at3(int4 c)\n"
                   "{\n"
                   "    c = clamp(c, -1048576, 1048575) & 0x1fffff;\n"
                   "    return (ulong)c.x | (ulong)c.y << 21 | (ulong)c.z << 42;\n"
                   "}\n"}},
    {{"__cld_at1f", "CLD_FN ulong __cld_at1f(float c) { return as_uint(c); }\n"},
     {"__cld_at2f",
      "CLD_FN ulong __cld_at2f(float2 c) { return as_uint(c.x) | (ulong)as_uint(c.y) << 32; }\n"},
     {"__cld_at3f",
      "CLD_FN ulong __cld_at3f(float4 c)\n"
      "{\n"
      "    return (ulong)(as_uint(c.x) >> 11) | (ulong)(as_uint(c.y) >> 11) << 21 | (ulong)(as_uint(c.z) >> "
      "11) << 42;\n"
      "}\n"}},
};

static char *pack(struct cld_rewriter *r, const struct cld_image_access *a)
{
    unsigned n = coordinates(a);
    const char *name = packs[a->is_float][n - 1].name;
    cld_rewriter_helper(r, name, packs[a->is_float][n - 1].text);
    return cld_printf("%s(%s)", name, a->at);
}

static void note(struct cld_rewriter *r, const struct cld_image_access *a, int argument)
{
    struct cld_site *s = &r->sites->list[a->site - 1];
    s->unit = argument >= 0; /* a kernel keeps the coordinates only */
    s->units = 0;
    s->argument = argument;
    s->bytes = coordinates(a) | (a->is_float ? CLD_LOG_IMAGE_FLOAT : 0u) |
               (a->type.is_array ? CLD_LOG_IMAGE_ARRAY : 0u);
    s->space = CLD_SPACE_IMAGE;
    s->access = cld_sites_first(r->sites, a->site, r->first_site);
}

static char *missed_access(struct cld_rewriter *r, const struct cld_image_access *a)
{
    char *at = pack(r, a), *bounds = NULL;
    const char *rule = a->rule ? a->rule : "0u";
    note(r, a, r->function->is_kernel ? a->parameter : -1);
    if (!r->function->is_kernel)
        bounds = cld_printf("__cld_mk((ulong)__cld_w%d.w, (ulong)%s)", a->parameter, rule);
    char *text = cld_miss_text(r, a->call, a->site, at, bounds, rule);
    free(bounds);
    free(at);
    return text;
}

void cld_pass_bounds_image(struct cld_rewriter *r, const struct cld_image_access *a, char **within,
                           char **missed)
{
    *within = condition(a);
    char *text = missed_access(r, a);
    *missed = cld_miss_counted(r, a->call, text);
    free(text);
}
