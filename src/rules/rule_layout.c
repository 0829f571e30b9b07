/*
 * rule_layout.c - layout-mismatch: a struct that kernels take, and the host's struct of the same name with
 * the same members, at other places.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/host_struct.h"
#include "record/format.h"
#include "rules/found.h"

/* One member as the device has it: "power:16". Moves to the next. False: there is none. */
static bool next_member(const char **text, char *name, size_t room, uint64_t *offset)
{
    const char *at = *text + strspn(*text, " "), *colon = strchr(at, ':');
    size_t length = colon ? (size_t)(colon - at) : 0;
    char *end;
    if (!length || length >= room || memchr(at, ' ', length))
        return false;
    memcpy(name, at, length);
    name[length] = '\0';
    *offset = strtoull(colon + 1, &end, 10);
    *text = end;
    return end != colon + 1;
}

static const struct cld_host_field *host_field(const struct cld_host_struct *host, const char *name)
{
    for (size_t i = 0; i < host->n_fields; i++)
        if (strcmp(host->fields[i].name, name) == 0)
            return &host->fields[i];
    return NULL;
}

struct difference {
    char member[128]; /* the first that lies elsewhere; "": none */
    uint64_t device, host;
};

/* False: they are not the same struct: the names of their members differ. */
static bool compare(const struct cld_struct *s, const struct cld_host_struct *host, struct difference *d)
{
    char name[128];
    const char *at = s->members;
    uint64_t offset;
    size_t members = 0;
    d->member[0] = '\0';
    for (; next_member(&at, name, sizeof(name), &offset); members++) {
        const struct cld_host_field *field = host_field(host, name);
        if (!field)
            return false;
        if (d->member[0] || field->offset == offset)
            continue;
        memcpy(d->member, name, sizeof(name));
        d->device = offset;
        d->host = field->offset;
    }
    return members == host->n_fields;
}

static void add_evidence(struct cld_findings *findings, struct cld_found *found,
                         const struct cld_host_struct *host, const struct difference *d)
{
    struct cld_arena *arena = findings->arena;
    if (d->member[0])
        cld_found_evidence(findings, found, "member",
                           cld_arena_printf(arena,
                                            "%s: byte %" PRIu64 " on the device, %" PRIu64 " on the host",
                                            d->member, d->device, d->host));
    if (host->file)
        cld_found_evidence(findings, found, "declared",
                           cld_arena_printf(arena, "%s:%d", host->file, host->line));
}

static struct cld_found *add(struct cld_findings *findings, const struct cld_process *process,
                             const struct cld_struct *s, const struct cld_host_struct *host,
                             const struct difference *d)
{
    struct cld_arena *arena = findings->arena;
    struct cld_found *found = cld_found_add(findings, CLD_FINDING_LAYOUT_MISMATCH, process);
    const char *member = "";
    if (d->member[0])
        member = cld_arena_printf(
            arena, ": its member `%s` lies at byte %" PRIu64 " there, and at byte %" PRIu64 " here",
            d->member, d->device, d->host);
    found->stack = s->stack;
    found->fn = s->fn;
    found->first_ns = process->start_ns;
    found->message = cld_arena_printf(
        arena, "struct `%s` has %" PRIu64 " bytes on the device and %" PRIu64 " bytes on the host%s", s->name,
        s->bytes, host->bytes, member);
    found->fix = "declare both with the same types in the same order, cl_ types on the host, and neither "
                 "side packed; a "
                 "vector of 3 components takes 4 (cl_float3)";
    cld_found_evidence(findings, found, "expected_size", cld_arena_printf(arena, "%" PRIu64, s->bytes));
    cld_found_evidence(findings, found, "actual_size", cld_arena_printf(arena, "%" PRIu64, host->bytes));
    return found;
}

/* What the layer said of such an argument already: then this says where the members part. */
static struct cld_found *told_before(struct cld_findings *findings, const struct cld_process *process,
                                     const struct cld_struct *s, const struct cld_host_struct *host)
{
    for (size_t i = 0; i < findings->count; i++) {
        struct cld_found *found = &findings->list[i];
        const char *expected = cld_found_value(found, "expected_size");
        const char *actual = cld_found_value(found, "actual_size");
        if (found->id == CLD_FINDING_LAYOUT_MISMATCH && found->process == process && expected && actual &&
            strtoull(expected, NULL, 10) == s->bytes && strtoull(actual, NULL, 10) == host->bytes)
            return found;
    }
    return NULL;
}

static bool seen_before(const struct cld_process *process, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(process->structs[k].name, process->structs[i].name) == 0 &&
            strcmp(process->structs[k].members, process->structs[i].members) == 0)
            return true;
    return false;
}

void cld_rule_layout(const struct cld_model *model, struct cld_symboliser *symboliser,
                     struct cld_findings *findings)
{
    for (size_t p = 0; p < cld_model_processes(model) && symboliser; p++) {
        const struct cld_process *process = cld_model_process(model, p);
        for (size_t i = 0; i < process->n_structs; i++) {
            const struct cld_struct *s = &process->structs[i];
            struct cld_host_struct host;
            struct difference d;
            if (seen_before(process, i) ||
                !cld_host_struct_find(symboliser, process, s->stack, s->name, &host) ||
                !compare(s, &host, &d))
                continue;
            if (!d.member[0] && s->bytes == host.bytes)
                continue;
            struct cld_found *found = told_before(findings, process, s, &host);
            if (!found)
                found = add(findings, process, s, &host, &d);
            add_evidence(findings, found, &host, &d);
        }
    }
}
