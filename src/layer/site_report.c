#include "layer/site_report.h"

#include "layer/calls.h"
#include "layer/kernel_info.h"

#include <stdio.h>
#include <string.h>

/* ---- where ----------------------------------------------------------------------------------------------
 */

static uint32_t hash_text(uint32_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * 16777619u;
    return (h ^ 0xff) * 16777619u;
}

uint32_t cld_site_place(const struct cld_site_text *site, const char *kernel, const char *more)
{
    uint32_t h = hash_text(hash_text(2166136261u, kernel), site->file);
    h = hash_text(hash_text(h, site->text), site->row);
    h = more[0] ? hash_text(h, more) : h;
    return ((h ^ site->line) * 16777619u ^ site->column) * 16777619u;
}

struct cld_report_place cld_site_launched(const struct cld_launch_key *key, uint32_t place)
{
    if (!key)
        return (struct cld_report_place){CLD_FN_clEnqueueNDRangeKernel, 0, 0, place};
    return (struct cld_report_place){key->fn, key->stack, key->thread, place};
}

void cld_site_begin(struct cld_report *r, const struct cld_site_text *site, const char *kernel)
{
    snprintf(r->kernel, sizeof r->kernel, "%s", kernel);
    snprintf(r->where, sizeof r->where, "%.120s:%u:%u: ", site->file[0] ? site->file : "kernel source",
             site->line, site->column);
}

/* ---- evidence -------------------------------------------------------------------------------------------
 */

void cld_site_put(struct cld_report *r, const char *key, const char *text)
{
    if (text && text[0])
        cld_report_evidence(r, key, "%s", text);
}

static void put_list(struct cld_report *r, const char *key, const uint64_t *v, uint32_t n)
{
    char text[80] = "";
    size_t at = 0;
    for (uint32_t i = 0; i < n && i < 3; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%llu", i ? "," : "", (unsigned long long)v[i]);
    cld_report_evidence(r, key, "%s", text);
}

void cld_site_program(struct cld_report *r, const struct cld_site_text *site,
                      const struct cld_launch_key *key)
{
    if (key && key->program.serial && !site->file[0])
        cld_report_described(r, &key->program);
}

void cld_site_source(struct cld_report *r, const struct cld_site_text *site, const char *kernel)
{
    cld_site_put(r, "source.file", site->file);
    if (site->line)
        cld_report_evidence(r, "source.line", "%u", site->line);
    if (site->column)
        cld_report_evidence(r, "source.column", "%u", site->column);
    cld_site_put(r, "source.text", site->row);
    cld_site_put(r, "source.expression", site->text);
    cld_site_put(r, "source.macro", site->macro);
    if (strcmp(site->function, kernel) != 0)
        cld_site_put(r, "source.function", site->function);
}

void cld_site_work_item(struct cld_report *r, const struct cld_slot_read *slot)
{
    const uint64_t local[3] = {slot->local[0], slot->local[1], slot->local[2]};
    const uint64_t group[3] = {slot->group[0], slot->group[1], slot->group[2]};
    put_list(r, "work_item.global", slot->global, 3);
    put_list(r, "work_item.local", local, 3);
    put_list(r, "work_item.group", group, 3);
}

void cld_site_launch(struct cld_report *r, const struct cld_launch_key *key)
{
    if (!key || key->kind == CLD_KEY_PLACE || !key->dims)
        return;
    cld_report_evidence(r, "launch.dims", "%u", key->dims);
    put_list(r, "launch.global", key->global, key->dims);
    if (key->local[0])
        put_list(r, "launch.local", key->local, key->dims);
    if (key->offset[0] | key->offset[1] | key->offset[2])
        put_list(r, "launch.offset", key->offset, key->dims);
}
