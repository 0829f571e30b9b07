/* image_arguments.c - what functions gain for the images and samplers that they are given. */
#include "instrument/image.h"

#include <stdlib.h>

void cld_image_parameter(CXType type, int i, bool of_kernel, struct cld_text *out)
{
    struct cld_image_type image;
    if (cld_is_sampler(type))
        cld_text_format(out, ", uint __cld_a%d", i);
    else if (!of_kernel && cld_image_type(type, &image))
        cld_text_format(out, ", uint __cld_m%d", i);
}

static void pass_image(const struct cld_rewriter *r, const struct cld_node *argument, struct cld_text *out)
{
    int parameter = cld_parameter_named(r, argument);
    if (parameter < 0)
        cld_text_add(out, ", 0u");
    else
        cld_text_format(out, r->function->is_kernel ? ", %du" : ", __cld_m%d",
                        r->function->is_kernel ? parameter + 1 : parameter);
}

void cld_image_argument(struct cld_rewriter *r, CXType type, const struct cld_node *argument, bool to_kernel,
                        struct cld_text *out)
{
    struct cld_image_type image;
    if (!cld_is_sampler(type)) {
        if (!to_kernel && cld_image_type(type, &image))
            pass_image(r, argument, out);
        return;
    }
    char *rule = cld_sampler_rule(r, argument);
    if (!rule && r->unchecked)
        cld_unchecked_access(r->unchecked, r->function->name, r->unit_index, argument, CLD_UNCHECKED_IMAGE);
    cld_text_format(out, ", %s", rule ? rule : "0u");
    free(rule);
}
