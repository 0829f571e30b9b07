/* image_arguments.c - what functions gain for the images and samplers that they are given. */
#include "instrument/image.h"

#include <stdlib.h>

static bool is_image(CXType type)
{
    struct cld_image_type image;
    return cld_image_type(type, &image);
}

void cld_image_parameter(CXType type, int i, struct cld_text *out)
{
    if (cld_is_sampler(type))
        cld_text_format(out, ", uint __cld_a%d", i);
    else if (is_image(type))
        cld_text_format(out, ", uint4 __cld_w%d", i);
}

static void pass_sampler(struct cld_rewriter *r, const struct cld_node *argument, struct cld_text *out)
{
    char *rule = cld_sampler_rule(r, argument);
    if (!rule && r->unchecked)
        cld_unchecked_access(r->unchecked, r->function->name, r->unit_index, argument, CLD_UNCHECKED_IMAGE);
    cld_text_format(out, ", %s", rule ? rule : "0u");
    free(rule);
}

void cld_image_argument(struct cld_rewriter *r, CXType type, const struct cld_node *argument,
                        struct cld_text *out)
{
    if (cld_is_sampler(type)) {
        pass_sampler(r, argument, out);
    } else if (is_image(type)) {
        int parameter = cld_parameter_named(r, argument); /* images are nothing else */
        cld_text_format(out, parameter < 0 ? ", (uint4)(~0u, ~0u, ~0u, 0u)" : ", __cld_w%d", parameter);
    }
}

void cld_image_hidden(CXType type, int i, const char *before, bool table, struct cld_text *out)
{
    bool sampler = cld_is_sampler(type);
    if (table)
        cld_text_format(out, sampler ? "%s%d" : "%s%d,%d", before, i, i);
    else
        cld_text_format(out, sampler ? " A%d" : " W%d", i);
}

int cld_image_from_table(CXType type, int i, int entry, struct cld_text *out)
{
    if (cld_is_sampler(type)) {
        cld_text_format(
            out, " uint __cld_a%d = __cld_sizes && __cld_sizes[%d] != ~0UL ? (uint)__cld_sizes[%d] : 0u;", i,
            entry, entry);
        return 1;
    }
    if (!is_image(type))
        return 0;
    cld_text_format(
        out,
        " uint4 __cld_w%d = __cld_sizes ? (uint4)((uint)__cld_sizes[%d], (uint)(__cld_sizes[%d] >> "
        "32), (uint)__cld_sizes[%d], %du) : (uint4)(~0u, ~0u, ~0u, 0u);",
        i, entry, entry, entry + 1, i + 1);
    return 2;
}

unsigned cld_image_hidden_bytes(CXType type)
{
    return cld_is_sampler(type) ? 8 : is_image(type) ? 16 : 0;
}
