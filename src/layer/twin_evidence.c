/* twin_evidence.c - a miss in keys and values, for twin_story.h. */
#include "layer/twin_story.h"

#include "layer/twin_async.h"

#include <stdio.h>
#include <string.h>

static void put_list(struct cld_report *r, const char *key, const uint64_t *v, uint32_t n)
{
    char text[80] = "";
    size_t at = 0;
    for (uint32_t i = 0; i < n && i < 3; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%llu", i ? "," : "", (unsigned long long)v[i]);
    cld_report_evidence(r, key, "%s", text);
}

void cld_story_put(struct cld_report *r, const char *key, const char *text)
{
    if (text && text[0])
        cld_report_evidence(r, key, "%s", text);
}

static void put_source(struct cld_report *r, const struct cld_story *s)
{
    cld_story_put(r, "source.file", s->site.file);
    if (s->site.line)
        cld_report_evidence(r, "source.line", "%u", s->site.line);
    if (s->site.column)
        cld_report_evidence(r, "source.column", "%u", s->site.column);
    cld_story_put(r, "source.text", s->site.row);
    cld_story_put(r, "source.expression", s->site.text);
    cld_story_put(r, "source.macro", s->site.macro);
    if (strcmp(s->site.function, s->kernel) != 0)
        cld_story_put(r, "source.function", s->site.function);
}

static void put_work_item(struct cld_report *r, const struct cld_slot_read *l)
{
    const uint64_t local[3] = {l->local[0], l->local[1], l->local[2]};
    const uint64_t group[3] = {l->group[0], l->group[1], l->group[2]};
    put_list(r, "work_item.global", l->global, 3);
    put_list(r, "work_item.local", local, 3);
    put_list(r, "work_item.group", group, 3);
}

static void put_memory(struct cld_report *r, const struct cld_story *s)
{
    cld_story_put(r, "memory.space", s->space);
    cld_story_put(r, "memory.name", s->name);
    if (s->size)
        cld_report_evidence(r, "memory.size", "%llu", (unsigned long long)s->size);
    if (s->known) {
        cld_report_evidence(r, "memory.offset", "%lld", (long long)(s->slot.address - s->slot.first));
    }
    if (!s->is_image)
        cld_report_evidence(r, "memory.bytes", "%u", s->slot.bytes);
}

static void put_launch(struct cld_report *r, const struct cld_story *s)
{
    if (!s->miss.dims)
        return;
    cld_report_evidence(r, "launch.dims", "%u", s->miss.dims);
    put_list(r, "launch.global", s->miss.global, s->miss.dims);
    if (s->miss.local[0])
        put_list(r, "launch.local", s->miss.local, s->miss.dims);
    if (s->miss.offset[0] | s->miss.offset[1] | s->miss.offset[2])
        put_list(r, "launch.offset", s->miss.offset, s->miss.dims);
}

static void put_rest(struct cld_report *r, const struct cld_story *s)
{
    uint64_t size = s->slot.bytes ? s->slot.bytes : 1;
    if (s->miss.argument >= 0)
        cld_report_evidence(r, "argument", "%d", s->miss.argument);
    if (s->slot.alignment) {
        cld_report_evidence(r, "alignment.needed", "%u", s->slot.alignment);
        if (s->slot.exact)
            cld_report_evidence(r, "alignment.address", "%#llx", (unsigned long long)s->slot.address);
    } else if (s->known) {
        cld_report_evidence(r, "missed_by", "%llu", (unsigned long long)s->missed);
        cld_report_evidence(r, "missed_by_elements", "%llu",
                            (unsigned long long)((s->missed + size - 1) / size));
        cld_report_evidence(r, "index", "%lld", (long long)cld_miss_index(&s->miss));
    }
    cld_story_put(r, "cause", s->why);
    cld_story_put(r, "cause_id", s->cause);
}

static void put_objects(struct cld_report *r, const struct cld_story *s)
{
    if (s->object.serial)
        cld_report_described(r, &s->object);
    if (s->key && s->key->program.serial && !s->site.file[0]) /* its source has no name: where it was made */
        cld_report_described(r, &s->key->program);
}

void cld_story_evidence(struct cld_report *r, const struct cld_story *s)
{
    put_objects(r, s);
    put_source(r, s);
    put_work_item(r, &s->slot);
    if (s->is_order)
        cld_async_evidence(r, &s->slot, &s->site);
    else
        put_memory(r, s);
    if (s->is_image)
        cld_story_image_evidence(r, s);
    put_launch(r, s);
    put_rest(r, s);
}
