/* twin_image.c - a miss outside of an image, for twin_story.h. */
#include "layer/site_report.h"
#include "layer/twin_story.h"

#include "layer/calls.h"
#include "layer/diagnose_check.h"
#include "layer/memory_name.h"

#include <stdio.h>

/* Outside of a kernel's own text an image is known by the number of its argument alone. */
void cld_story_image(struct cld_story *s)
{
    const struct cld_slot_read *l = &s->slot;
    int argument = l->argument < 0 && l->exact ? (int)l->first - 1 : l->argument;
    cld_memory_name(s->site.text, s->name, sizeof s->name);
    cld_image_miss_read(l, &s->pixel);
    s->pixel.is_write = s->is_write;
    if (argument >= 0 && s->key)
        cld_story_argument(s, (uint32_t)argument);
    s->space = "image";
    if (argument < 0 || !s->key || (uint32_t)argument >= s->key->n_args || !s->key->images[argument].size.n)
        return;
    s->format = &s->key->images[argument];
    for (unsigned i = 0; i < s->pixel.n; i++)
        s->pixel.size[i] = s->format->size.size[i];
}

/* "12 x 8", "12 x 8, 3 layers" */
static void image_size(const struct cld_key_image *image, char *out, size_t room)
{
    const struct cld_image_size *s = &image->size;
    size_t at = 0;
    for (uint32_t i = 0; i < s->n - s->has_layers && at < room; i++)
        at += (size_t)snprintf(out + at, room - at, i ? " x %u" : "%u", s->size[i]);
    if (s->has_layers && at < room)
        snprintf(out + at, room - at, ", %u layer%s", s->size[s->n - 1], s->size[s->n - 1] == 1 ? "" : "s");
}

static void image_format(const struct cld_key_image *image, char *out, size_t room)
{
    snprintf(out, room, "%.40s, %.40s",
             cld_value_text("cl_channel_order", image->format.image_channel_order).at,
             cld_value_text("cl_channel_type", image->format.image_channel_data_type).at);
}

void cld_story_image_message(struct cld_report *r, const struct cld_story *s, const char *does,
                             const char *colon)
{
    char at[96], size[96] = "", format[96] = "", image[384];
    cld_image_coordinates(&s->pixel, at, sizeof at);
    snprintf(image, sizeof image, s->name[0] ? "`%s`" : "the image%s", s->name);
    if (s->format) {
        image_size(s->format, size, sizeof size);
        image_format(s->format, format, sizeof format);
        snprintf(image, sizeof image, s->name[0] ? "`%s` (image of %s; %s)" : "%san image of %s; %s", s->name,
                 size, format);
    }
    cld_report_message(r, "kernel `%s` %s `%s`%s%s, outside of %s%s%s", s->kernel, does, s->site.text,
                       at[0] ? " at " : "", at, image, colon, s->why);
}

void cld_story_image_evidence(struct cld_report *r, const struct cld_story *s)
{
    char text[96];
    cld_image_coordinates(&s->pixel, text, sizeof text);
    cld_site_put(r, "image.coordinates", text);
    if (!s->format)
        return;
    image_size(s->format, text, sizeof text);
    cld_site_put(r, "image.size", text);
    image_format(s->format, text, sizeof text);
    cld_site_put(r, "image.format", text);
}
