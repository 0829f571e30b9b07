/* twin_message.c - a miss in words, for twin_story.h. */
#include "layer/twin_story.h"

#include "layer/twin_async.h"

#include <stdio.h>

static void describe_memory(const struct cld_story *s, char *out, size_t room)
{
    char name[sizeof s->name + 2] = "memory";
    unsigned long long size = s->size;
    if (s->name[0])
        snprintf(name, sizeof name, "`%s`", s->name);
    if (s->is_part)
        snprintf(out, room, "%s (%llu bytes, within a %s of %llu)", name, size,
                 cld_kind_name(s->object.kind, s->object.subkind), (unsigned long long)s->object.bytes);
    else if (s->object.serial && !s->miss.is_local)
        snprintf(out, room, "%s (%s of %llu bytes)", name, cld_kind_name(s->object.kind, s->object.subkind),
                 size);
    else if (s->space)
        snprintf(out, room, "%s (%s memory of %llu bytes)", name, s->space, size);
    else
        snprintf(out, room, "%s (%llu bytes)", name, size);
}

static void write_misaligned(struct cld_report *r, const struct cld_story *s, const char *memory)
{
    const struct cld_slot_read *l = &s->slot;
    const char *does = s->is_write ? "writes" : "reads";
    char where[320] = "";
    if (s->known && l->first % l->alignment)
        snprintf(where, sizeof where, ": byte %lld of %s, which itself begins %u bytes behind one",
                 (long long)(l->address - l->first), memory, (unsigned)(l->first % l->alignment));
    else if (s->known)
        snprintf(where, sizeof where, ": byte %lld of %s", (long long)(l->address - l->first), memory);
    else if (l->exact)
        snprintf(where, sizeof where, ": %#llx", (unsigned long long)l->address);
    cld_report_message(r, "kernel `%s` %s `%s` at an address that is no multiple of %u%s", s->kernel, does,
                       s->site.text, l->alignment, where);
}

void cld_story_message(struct cld_report *r, const struct cld_story *s)
{
    char memory[256] = "its memory";
    const char *does = cld_async_does(s->site.use), *colon = s->why[0] ? ": " : "";
    const char *until = s->is_copy || s->is_hint ? s->is_before ? ", from " : ", up to " : " ";
    does = does ? does : s->is_write ? "writes" : "reads";
    if (s->is_image) {
        cld_story_image_message(r, s, does, colon);
        return;
    }
    if (s->is_order) {
        char text[512];
        cld_async_message(&s->slot, &s->site, s->kernel, text, sizeof text);
        cld_report_message(r, "%s", text);
        return;
    }
    if (s->miss.null) {
        cld_report_message(r, "kernel `%s` %s `%s`, through a null pointer%s%s", s->kernel, does,
                           s->site.text, colon, s->why);
        return;
    }
    if (s->into) {
        cld_report_message(
            r, "kernel `%s` %s `%s` through a pointer to %s memory that was made from one to %s memory",
            s->kernel, does, s->site.text, s->space ? s->space : "other", s->into);
        return;
    }
    if (s->size)
        describe_memory(s, memory, sizeof memory);
    if (s->slot.alignment) {
        write_misaligned(r, s, memory);
        return;
    }
    if (!s->known) {
        cld_report_message(r, "kernel `%s` %s `%s` outside %s%s%s", s->kernel, does, s->site.text, memory,
                           colon, s->why);
        return;
    }
    cld_report_message(r, "kernel `%s` %s `%s`%s%llu byte%s %s of %s%s%s", s->kernel, does, s->site.text,
                       until, (unsigned long long)s->missed, s->missed == 1 ? "" : "s",
                       s->is_before ? "before the start" : "past the end", memory, colon, s->why);
}
