#include "layer/build_evidence.h"

#include "buildlog/classify.h"
#include "buildlog/repair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW_MOST 480 /* bytes of a line of source that are kept, around the column */
#define LISTED 6     /* further errors, and notes, that a finding lists */

static bool mid_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The line, or of a long one what is around the column. */
static void tell_row(struct cld_report *r, const struct cld_place_text *place)
{
    const char *row = place->row;
    size_t length = strlen(row), from = 0;
    if (length > ROW_MOST && place->column > ROW_MOST / 2)
        from = place->column - ROW_MOST / 2 < length ? place->column - ROW_MOST / 2 : 0;
    while (from < length && mid_character(row[from]))
        from++;
    size_t to = length - from > ROW_MOST ? from + ROW_MOST : length;
    while (to < length && to > from && mid_character(row[to]))
        to--;
    cld_report_evidence(r, "source.text", "%.*s", (int)(to - from), row + from);
    if (from)
        cld_report_evidence(r, "source.skipped", "%zu", from);
}

static void tell_repair(struct cld_report *r, const struct cld_device_log *t, const struct cld_diagnostic *d,
                        const struct cld_place_text *place)
{
    bool is_new = false;
    char *extensions = cld_device_log_extensions(t);
    char *line = cld_repair_line(d, place, extensions, &is_new);
    if (line && strlen(line) <= ROW_MOST)
        cld_report_evidence(r, is_new ? "source.missing" : "source.corrected", "%s", line);
    free(line);
    free(extensions);
}

static const char *shown(const struct cld_place_text *place)
{
    return place->file[0] ? place->file : "kernel source";
}

void cld_build_tell_place(struct cld_report *r, const struct cld_device_log *t,
                          const struct cld_diagnostic *d)
{
    struct cld_place_text place;
    bool found = cld_place_find(d, t->sources, t->n_sources, &place);
    if (found) {
        snprintf(r->where, sizeof r->where, place.column ? "%s:%u:%u: " : "%s:%u: ", shown(&place),
                 place.line, place.column);
        cld_report_evidence(r, "source.file", "%s", place.file);
        cld_report_evidence(r, "source.line", "%u", place.line);
        if (place.column)
            cld_report_evidence(r, "source.column", "%u", place.column);
    }
    if (place.row)
        tell_row(r, &place);
    tell_repair(r, t, d, &place);
    free(place.row);
}

/* "k.cl:14:3: message" and a newline behind what is in `list`. */
static void list_one(const struct cld_device_log *t, const struct cld_diagnostic *d, char *list, size_t room)
{
    struct cld_place_text place;
    size_t n = strlen(list);
    if (cld_place_find(d, t->sources, t->n_sources, &place))
        snprintf(list + n, room - n, "%s%s:%u:%u: %.150s", n ? "\n" : "", shown(&place), place.line,
                 place.column, d->message);
    else
        snprintf(list + n, room - n, "%s%.150s", n ? "\n" : "", d->message);
    free(place.row);
}

void cld_build_tell_notes(struct cld_report *r, const struct cld_device_log *t,
                          const struct cld_diagnostic *d)
{
    static const char macro[] = "expanded from macro '";
    char list[640] = "";
    const char *name = NULL;
    size_t n = 0;
    while ((d = cld_build_log_note(t->parsed, d)) && n++ < LISTED) {
        list_one(t, d, list, sizeof list);
        if (!name && strncmp(d->message, macro, sizeof macro - 1) == 0)
            name = d->message + sizeof macro - 1;
    }
    if (name)
        cld_report_evidence(r, "source.macro", "%.*s", (int)strcspn(name, "'"), name);
    if (list[0])
        cld_report_evidence(r, "notes", "%s", list);
}

bool cld_build_same_kind(const struct cld_diagnostic *a, const struct cld_diagnostic *b)
{
    if (*a->flag || *b->flag)
        return strcmp(a->flag, b->flag) == 0;
    return cld_text_is_known(a->message) ? cld_text_of(a->message) == cld_text_of(b->message)
                                         : strcmp(a->message, b->message) == 0;
}

void cld_build_tell_others(struct cld_report *r, const struct cld_device_log *t,
                           const struct cld_diagnostic *root)
{
    char list[640] = "";
    size_t n = 0;
    for (const struct cld_diagnostic *d = NULL; (d = cld_build_log_next(t->parsed, d, root->level));) {
        if (d == root || (root->level == CLD_LEVEL_WARNING && !cld_build_same_kind(root, d)))
            continue;
        if (n++ < LISTED)
            list_one(t, d, list, sizeof list);
    }
    if (n > LISTED)
        snprintf(list + strlen(list), sizeof list - strlen(list), "\n... and %zu more", n - LISTED);
    if (list[0])
        cld_report_evidence(r, "others", "%s", list);
}

void cld_build_tell_class(struct cld_report *r, const char *message)
{
    const struct cld_text_info *info = cld_text_of(message);
    cld_report_evidence(r, "class", "%s", cld_build_class_name(info->class));
    cld_report_evidence(r, "cause", "%s", info->cause);
    cld_report_fix(r, "%s", info->fix);
}

void cld_build_tell_build(struct cld_report *r, const struct cld_device_log *t)
{
    const struct cld_recipe *made = t->end->made;
    cld_report_evidence(r, "device", "%s", t->device_name);
    const char *options = !made           ? ""
                          : made->linked  ? made->link_options
                          : made->n_units ? made->units[0]->unit.options
                                          : "";
    if (options && *options)
        cld_report_evidence(r, "options", "%s", options);
    cld_report_object(r, t->end->program ? cld_object_find(t->end->program) : NULL);
}

uint32_t cld_build_hash(const struct cld_report *r)
{
    uint32_t hash = 2166136261u;
    const char *parts[] = {r->where, r->message};
    for (size_t i = 0; i < 2; i++)
        for (const char *at = parts[i]; *at; at++)
            hash = (hash ^ (unsigned char)*at) * 16777619u;
    const char *at = r->evidence, *stop = at + r->evidence_size;
    for (; at < stop; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    return hash ? hash : 1;
}

void cld_build_emit(struct cld_build_end *end, struct cld_report *r, uint32_t hash)
{
    r->code = r->id == CLD_FINDING_BUILD_FAILED ? end->code : CL_SUCCESS;
    if (end->call) {
        r->detail = hash; /* tells builds at one place in the program apart */
        cld_report_emit(end->call, r, r->id == CLD_FINDING_BUILD_FAILED);
        return;
    }
    end->at.place = hash;
    cld_report_kernel(&end->at, r, 1, 0);
}
