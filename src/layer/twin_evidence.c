/* twin_evidence.c - a miss in keys and values, for twin_story.h. */
#include "layer/twin_story.h"

#include "layer/site_report.h"
#include "layer/twin_async.h"

static void put_memory(struct cld_report *r, const struct cld_story *s)
{
    cld_site_put(r, "memory.space", s->space);
    cld_site_put(r, "memory.name", s->name);
    if (s->size)
        cld_report_evidence(r, "memory.size", "%llu", (unsigned long long)s->size);
    if (s->known) {
        cld_report_evidence(r, "memory.offset", "%lld", (long long)(s->slot.address - s->slot.first));
    }
    if (!s->is_image)
        cld_report_evidence(r, "memory.bytes", "%u", s->slot.bytes);
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
    cld_site_put(r, "cause", s->why);
    cld_site_put(r, "cause_id", s->cause);
}

static void put_objects(struct cld_report *r, const struct cld_story *s)
{
    if (s->object.serial)
        cld_report_described(r, &s->object);
    cld_site_program(r, &s->site, s->key);
}

void cld_story_evidence(struct cld_report *r, const struct cld_story *s)
{
    put_objects(r, s);
    cld_site_source(r, &s->site, s->kernel);
    cld_site_work_item(r, &s->slot);
    if (s->is_order)
        cld_async_evidence(r, &s->slot, &s->site);
    else
        put_memory(r, s);
    if (s->is_image)
        cld_story_image_evidence(r, s);
    cld_site_launch(r, s->key);
    put_rest(r, s);
}
