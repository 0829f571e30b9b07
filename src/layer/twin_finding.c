/* twin_finding.c - from a slot of a twin's log to a finding. */
#include "layer/twin_log.h"

#include "layer/cause.h"
#include "layer/diagnose_check.h"
#include "layer/finding.h"
#include "layer/image_miss.h"
#include "layer/kernel_info.h"
#include "layer/launch_key.h"
#include "layer/log_slot.h"
#include "layer/memory_name.h"
#include "layer/misplaced.h"
#include "layer/ranges.h"
#include "layer/site_text.h"
#include "layer/twin_async.h"
#include "layer/twin_barrier.h"
#include "layer/twin_kernel.h"

#include <stdio.h>

#define UNKNOWN (~(uint64_t)0)
#define LOWEST 4096 /* no memory of a program lies below */

/* Everything that is known of one miss. */
struct story {
    struct cld_slot_read slot;
    struct cld_site_text site;
    const struct cld_launch_key *key; /* NULL: not known */
    struct cld_finding_object object; /* serial 0: none */
    bool is_part;                     /* what was missed is an array within that object */
    struct cld_miss miss;
    bool is_image;
    struct cld_image_miss pixel;        /* is_image */
    const struct cld_key_image *format; /* of that image; NULL: not known */
    struct cld_miss_number numbers[CLD_KEY_ARGS];
    char name[128]; /* of the memory; "": it has none */
    char kernel[128];
    const char *space;               /* NULL: not known */
    bool is_write, is_before, known; /* known: where the memory ends */
    uint64_t missed;                 /* bytes */
    uint64_t size;                   /* of the memory; 0: not known */
    const char *into;                /* the address space that the pointer is not of; NULL: as it should be */
    const char *cause;               /* its name */
    bool is_copy, is_order, is_hint; /* twin_async.h: its range; another fault of it; a prefetch */
    char why[256], fix[320];
};

/* ---- what the launch tells ------------------------------------------------------------------------------
 */

static const struct cld_param_info *param(const struct cld_launch_key *k, uint32_t i)
{
    return k && i < k->info->n_args ? &cld_params(k->info)[i] : NULL;
}

static bool is_integer(const struct cld_param_info *p)
{
    return !p || !p->type ||
           (!strstr(p->type, "float") && !strstr(p->type, "double") && !strstr(p->type, "half"));
}

static int64_t signed_value(const struct cld_launch_arg *a)
{
    switch (a->size) {
    case 1:
        return (int8_t)a->value;
    case 2:
        return (int16_t)a->value;
    case 4:
        return (int32_t)a->value;
    default:
        return (int64_t)a->value;
    }
}

static void take_numbers(struct story *s)
{
    const struct cld_launch_key *k = s->key;
    for (uint32_t i = 0; i < k->n_args && k->kind == CLD_KEY_WHOLE; i++) {
        const struct cld_launch_arg *a = &k->args[i];
        const struct cld_param_info *p = param(k, i);
        if (a->how != CLD_ARG_VALUE || a->serial || a->size > 8 || a->size & (a->size - 1) || !is_integer(p))
            continue;
        s->numbers[s->miss.n_numbers++] = (struct cld_miss_number){p ? p->name : NULL, signed_value(a)};
    }
    s->miss.numbers = s->numbers;
}

static void take_sizes(struct story *s)
{
    const struct cld_launch_key *k = s->key;
    s->miss.dims = k->kind == CLD_KEY_PLACE ? 0 : k->dims;
    memcpy(s->miss.global, k->global, sizeof k->global);
    memcpy(s->miss.local, k->local, sizeof k->local);
    memcpy(s->miss.offset, k->offset, sizeof k->offset);
}

static bool is_null_arg(const struct cld_launch_key *k, uint32_t i)
{
    const struct cld_launch_arg *a = &k->args[i];
    const struct cld_param_info *p = param(k, i);
    bool is_pointer = p && p->type && strchr(p->type, '*') && p->space != CL_KERNEL_ARG_ADDRESS_LOCAL;
    bool is_known = a->how == CLD_ARG_NULL || k->kind == CLD_KEY_WHOLE;
    return is_pointer && is_known && !a->serial && !a->value;
}

/* A null pointer does not say whose it was: the argument of that name, or the only one that is NULL. */
static int null_argument(const struct story *s, const char *variable)
{
    int found = -1, n = 0;
    for (uint32_t i = 0; s->key && i < s->key->n_args; i++) {
        if (!is_null_arg(s->key, i))
            continue;
        const struct cld_param_info *p = param(s->key, i);
        if (p->name && strcmp(p->name, variable) == 0)
            return (int)i;
        found = (int)i;
        n++;
    }
    return n == 1 ? found : -1;
}

/* Of an argument's memory, as far as the driver tells; else, as the kernel's source has it. */
static const char *space_name(const struct cld_param_info *p, uint32_t in_log)
{
    static const char *const names[] = {NULL, "private", "global", "constant", "local", NULL};
    if (p && p->type && p->space == CL_KERNEL_ARG_ADDRESS_LOCAL)
        return "local";
    if (p && p->type && p->space == CL_KERNEL_ARG_ADDRESS_CONSTANT)
        return "constant";
    if (p && p->type && p->space == CL_KERNEL_ARG_ADDRESS_GLOBAL)
        return "global";
    return in_log < sizeof names / sizeof names[0] ? names[in_log] : NULL;
}

/* ---- whose memory it is ---------------------------------------------------------------------------------
 */

static void take_argument(struct story *s, uint32_t i)
{
    const struct cld_param_info *p = param(s->key, i);
    s->miss.argument = (int)i;
    if (p && p->name)
        snprintf(s->name, sizeof s->name, "%s", p->name);
    if (p && p->type)
        s->miss.type = p->type;
    s->space = space_name(p, s->slot.space);
    if (i >= s->key->n_args)
        return;
    s->object = s->key->objects[i];
    s->size = s->object.bytes;
    s->miss.parent_bytes = s->key->parents[i];
    s->miss.is_local =
        s->key->args[i].how == CLD_ARG_NULL && (!p || !p->type || p->space == CL_KERNEL_ARG_ADDRESS_LOCAL);
    if (!s->miss.is_local)
        return;
    s->space = "local";
    s->size = s->key->args[i].size;
}

/* The kernel's parameter whose memory the name begins in; -1: none that is known. */
static int parameter_named(const struct story *s)
{
    char variable[64];
    if (!s->key || strcmp(s->site.function, s->kernel) != 0)
        return -1;
    cld_first_variable(s->name, variable, sizeof variable);
    for (uint32_t i = 0; i < s->key->n_args; i++) {
        const struct cld_param_info *p = param(s->key, i);
        if (p && p->name && p->type && strchr(p->type, '*') && strcmp(p->name, variable) == 0)
            return (int)i;
    }
    return -1;
}

/* Address and bounds count from the memory's own beginning. */
static bool is_relative(const struct cld_slot_read *l)
{
    return l->exact && l->first == 0 && l->behind != 0 && l->behind != UNKNOWN;
}

/* An array of the source. */
static bool is_array(const struct cld_slot_read *l)
{
    return is_relative(l) && l->argument < 0;
}

static void take_other(struct story *s)
{
    uint64_t offset;
    bool is_anywhere = s->slot.space != CLD_LOG_IN_PRIVATE && s->slot.space != CLD_LOG_IN_LOCAL;
    int holder = is_array(&s->slot) && is_anywhere ? parameter_named(s) : -1;
    s->space = space_name(NULL, s->slot.space);
    if (holder >= 0) { /* all[i].bins[bin] */
        s->object = s->key->objects[holder];
        s->is_part = s->object.serial != 0;
        s->space = space_name(param(s->key, (uint32_t)holder), s->slot.space);
    } else if (s->known && is_anywhere &&
               cld_range_find((const void *)(uintptr_t)s->slot.first, &s->object,
                              &offset)) { /* not by its handle */
        s->space = "global";
    }
}

static void take_memory(struct story *s)
{
    int argument = s->slot.argument;
    char variable[64];
    cld_memory_name(s->site.text, s->name, sizeof s->name);
    cld_first_variable(s->name, variable, sizeof variable);
    if (s->miss.null)
        argument = null_argument(s, variable);
    if (argument >= 0 && s->key && !s->into)
        take_argument(s, (uint32_t)argument);
    else if (!s->miss.null)
        take_other(s);
    if (s->known || (!s->slot.exact && s->slot.behind > s->slot.first && s->slot.behind != UNKNOWN))
        s->size = s->slot.behind - s->slot.first;
    s->miss.object_bytes = s->miss.null || s->is_part ? 0 : s->miss.is_local ? s->size : s->object.bytes;
}

/* Outside of a kernel's own text an image is known by the number of its argument alone. */
static void take_image(struct story *s)
{
    const struct cld_slot_read *l = &s->slot;
    int argument = l->argument < 0 && l->exact ? (int)l->first - 1 : l->argument;
    cld_memory_name(s->site.text, s->name, sizeof s->name);
    cld_image_miss_read(l, &s->pixel);
    s->pixel.is_write = s->is_write;
    if (argument >= 0 && s->key)
        take_argument(s, (uint32_t)argument);
    s->space = "image";
    if (argument < 0 || !s->key || (uint32_t)argument >= s->key->n_args || !s->key->images[argument].size.n)
        return;
    s->format = &s->key->images[argument];
    for (unsigned i = 0; i < s->pixel.n; i++)
        s->pixel.size[i] = s->format->size.size[i];
}

static void take_distance(struct story *s)
{
    const struct cld_slot_read *l = &s->slot;
    s->is_before = (int64_t)(l->address - l->first) < 0;
    if (!s->known || l->alignment)
        return;
    s->missed = s->is_before ? l->first - l->address : l->address + l->bytes - l->behind;
}

/* Nothing lies there. */
static bool is_null(const struct cld_slot_read *l)
{
    /* an H200's pointers into constant memory are offsets, small numbers */
    bool may_be =
        l->space != CLD_LOG_IN_PRIVATE && l->space != CLD_LOG_IN_LOCAL && l->space != CLD_LOG_IN_CONSTANT;
    return l->exact && !l->alignment && !cld_other_space(l) &&
           (l->behind == 0 || (may_be && l->address < LOWEST && !is_relative(l)));
}

static bool tell(struct story *s, const struct cld_log *log, uint32_t number, const uint32_t *words)
{
    const struct cld_slot_read *l = &s->slot;
    if (!cld_slot_read(words, &s->slot) || !cld_site_read(log->sites, log->sites_size, number, &s->site))
        return false;
    s->key = cld_launch_key(l->key);
    s->is_write = strchr(s->site.use, 'w') != NULL;
    s->is_copy = cld_async_is_range(s->site.use);
    s->is_order = cld_async_is_order(s->site.use);
    s->is_hint = s->site.use[0] == 'p';
    s->is_image = l->space == CLD_LOG_IN_IMAGE;
    s->into = s->is_image ? NULL : cld_other_space(l);
    s->known = !s->is_image && l->exact && l->behind != UNKNOWN && l->behind > l->first && !is_null(l);
    s->miss = (struct cld_miss){
        .null = !s->is_image && is_null(l),
        .argument = -1,
        .name = s->name,
        .access = s->site.text,
        .address = l->address,
        .first = l->first,
        .behind = l->behind,
        .bytes = l->bytes,
    };
    memcpy(s->miss.id, l->global, sizeof l->global);
    snprintf(s->kernel, sizeof s->kernel, "%s", s->key ? s->key->info->name : s->site.function);
    if (s->key) {
        take_sizes(s);
        take_numbers(s);
    }
    if (s->is_image) {
        take_image(s);
        return true;
    }
    if (!s->is_order) {
        take_memory(s);
        take_distance(s);
    }
    return true;
}

/* ---- in words -------------------------------------------------------------------------------------------
 */

static void describe_memory(const struct story *s, char *out, size_t room)
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

static void write_misaligned(struct cld_report *r, const struct story *s, const char *memory)
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

static void write_image_message(struct cld_report *r, const struct story *s, const char *does,
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

static void write_message(struct cld_report *r, const struct story *s)
{
    char memory[256] = "its memory";
    const char *does = cld_async_does(s->site.use), *colon = s->why[0] ? ": " : "";
    const char *until = s->is_copy || s->is_hint ? s->is_before ? ", from " : ", up to " : " ";
    does = does ? does : s->is_write ? "writes" : "reads";
    if (s->is_image) {
        write_image_message(r, s, does, colon);
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

static void put_list(struct cld_report *r, const char *key, const uint64_t *v, uint32_t n)
{
    char text[80] = "";
    size_t at = 0;
    for (uint32_t i = 0; i < n && i < 3; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%llu", i ? "," : "", (unsigned long long)v[i]);
    cld_report_evidence(r, key, "%s", text);
}

static void put_text(struct cld_report *r, const char *key, const char *text)
{
    if (text && text[0])
        cld_report_evidence(r, key, "%s", text);
}

static void put_source(struct cld_report *r, const struct story *s)
{
    put_text(r, "source.file", s->site.file);
    if (s->site.line)
        cld_report_evidence(r, "source.line", "%u", s->site.line);
    if (s->site.column)
        cld_report_evidence(r, "source.column", "%u", s->site.column);
    put_text(r, "source.text", s->site.row);
    put_text(r, "source.expression", s->site.text);
    put_text(r, "source.macro", s->site.macro);
    if (strcmp(s->site.function, s->kernel) != 0)
        put_text(r, "source.function", s->site.function);
}

static void put_work_item(struct cld_report *r, const struct cld_slot_read *l)
{
    const uint64_t local[3] = {l->local[0], l->local[1], l->local[2]};
    const uint64_t group[3] = {l->group[0], l->group[1], l->group[2]};
    put_list(r, "work_item.global", l->global, 3);
    put_list(r, "work_item.local", local, 3);
    put_list(r, "work_item.group", group, 3);
}

static void put_memory(struct cld_report *r, const struct story *s)
{
    put_text(r, "memory.space", s->space);
    put_text(r, "memory.name", s->name);
    if (s->size)
        cld_report_evidence(r, "memory.size", "%llu", (unsigned long long)s->size);
    if (s->known) {
        cld_report_evidence(r, "memory.offset", "%lld", (long long)(s->slot.address - s->slot.first));
    }
    if (!s->is_image)
        cld_report_evidence(r, "memory.bytes", "%u", s->slot.bytes);
}

static void put_image(struct cld_report *r, const struct story *s)
{
    char text[96];
    cld_image_coordinates(&s->pixel, text, sizeof text);
    put_text(r, "image.coordinates", text);
    if (!s->format)
        return;
    image_size(s->format, text, sizeof text);
    put_text(r, "image.size", text);
    image_format(s->format, text, sizeof text);
    put_text(r, "image.format", text);
}

static void put_launch(struct cld_report *r, const struct story *s)
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

static void put_rest(struct cld_report *r, const struct story *s)
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
    put_text(r, "cause", s->why);
    put_text(r, "cause_id", s->cause);
}

static void put_objects(struct cld_report *r, const struct story *s)
{
    if (s->object.serial)
        cld_report_described(r, &s->object);
    if (s->key && s->key->program.serial && !s->site.file[0]) /* its source has no name: where it was made */
        cld_report_described(r, &s->key->program);
}

/* ---- the finding ----------------------------------------------------------------------------------------
 */

static uint32_t hash_text(uint32_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * 16777619u;
    return (h ^ 0xff) * 16777619u;
}

/* The same place of the source is one finding, in whatever program object and launch. */
static uint32_t place_of(const struct story *s)
{
    uint32_t h = hash_text(hash_text(2166136261u, s->kernel), s->site.file);
    h = hash_text(hash_text(h, s->site.text), s->site.row);
    h = s->is_copy || s->is_order ? hash_text(h, s->site.use) : h;
    return ((h ^ s->site.line) * 16777619u ^ s->site.column) * 16777619u;
}

/* Without numbers there is nothing to reason from. */
static const char *find_cause(struct story *s)
{
    if (s->is_image)
        return cld_cause_name(
            cld_image_cause(&s->pixel, &s->miss, s->why, sizeof s->why, s->fix, sizeof s->fix));
    const struct cld_misplaced at = {&s->slot, s->known ? s->slot.first : UINT64_MAX, s->space, s->is_write,
                                     s->object.serial && !s->miss.is_local};
    if (s->slot.alignment)
        return cld_misaligned_cause(&at, s->fix, sizeof s->fix);
    if (s->into)
        return cld_other_space_cause(&at, s->fix, sizeof s->fix);
    struct cld_miss nothing = {.argument = s->miss.argument, .is_local = s->miss.is_local};
    struct cld_miss whole = s->miss;
    const struct cld_miss *m = s->known || s->miss.null ? &whole : &nothing;
    if (s->is_order) {
        cld_async_fix(&s->site, &s->slot, s->fix, sizeof s->fix);
        return cld_cause_name(CLD_CAUSE_NONE);
    }
    if (s->is_copy) /* of the group: ids of work-items say nothing */
        whole.dims = 0;
    return cld_cause_name(cld_cause_of(m, s->why, sizeof s->why, s->fix, sizeof s->fix));
}

static enum cld_finding id_of(const struct story *s)
{
    if (s->slot.alignment)
        return CLD_FINDING_MISALIGNED_ACCESS;
    if (s->miss.null && !s->is_order)
        return CLD_FINDING_NULL_DEREFERENCE;
    if (s->is_copy || s->is_order)
        return CLD_FINDING_ASYNC_COPY_MISUSE;
    return s->is_write ? CLD_FINDING_OUT_OF_BOUNDS_WRITE : CLD_FINDING_OUT_OF_BOUNDS_READ;
}

static struct cld_rec_finding *report(struct story *s)
{
    struct cld_report r;
    struct cld_report_place at = {CLD_FN_clEnqueueNDRangeKernel, 0, 0, place_of(s)};
    s->cause = find_cause(s);
    if (s->key) {
        at.fn = s->key->fn;
        at.stack = s->key->stack;
        at.thread = s->key->thread;
    }
    cld_report_init(&r, id_of(s), -1);
    if (s->is_hint)
        r.severity = CLD_SEVERITY_WARNING;
    snprintf(r.kernel, sizeof r.kernel, "%s", s->kernel);
    snprintf(r.where, sizeof r.where, "%.120s:%u:%u: ", s->site.file[0] ? s->site.file : "kernel source",
             s->site.line, s->site.column);
    write_message(&r, s);
    cld_report_fix(&r, "%s", s->fix);
    put_objects(&r, s);
    put_source(&r, s);
    put_work_item(&r, &s->slot);
    if (s->is_order)
        cld_async_evidence(&r, &s->slot, &s->site);
    else
        put_memory(&r, s);
    if (s->is_image)
        put_image(&r, s);
    put_launch(&r, s);
    put_rest(&r, s);
    return cld_report_kernel(&at, &r, s->slot.work_items, s->slot.accesses);
}

void cld_log_found(struct cld_log *log, uint32_t number, const uint32_t *slot)
{
    struct cld_log_seen *seen = &log->seen[number - 1];
    uint32_t work_items = slot[CLD_LOG_WORK_ITEMS] - seen->work_items;
    uint32_t accesses = slot[CLD_LOG_ACCESSES] - seen->accesses;
    struct cld_slot_read vote;
    struct cld_site_text site;
    struct story s;
    if (seen->record) {
        cld_report_more(seen->record, work_items, accesses);
    } else if (!seen->told && cld_site_read(log->sites, log->sites_size, number, &site) &&
               cld_barrier_is_vote(site.use)) {
        seen->told = cld_slot_read(slot, &vote);
        if (seen->told)
            seen->record = cld_barrier_report(log, number, &vote, &site);
    } else if (!seen->told) {
        memset(&s, 0, sizeof s);
        seen->told = tell(&s, log, number, slot);
        if (seen->told)
            seen->record = report(&s);
    }
    seen->work_items = slot[CLD_LOG_WORK_ITEMS];
    seen->accesses = slot[CLD_LOG_ACCESSES];
}

/* A zero in place of garbage made a loop endless: what the kernel has computed is not what it computes
 * without us. */
void cld_log_gave_up(struct cld_log *log, uint32_t work_items)
{
    struct cld_thread *t = cld_thread_self();
    struct cld_rec_gave_up *r = cld_rec_reserve(&cld_layer.session, t->file, sizeof *r, CLD_REC_ESSENTIAL);
    if (r) {
        r->program = log->program;
        r->work_items = work_items;
        cld_rec_commit(t->file, r, CLD_REC_GAVE_UP, 0);
    }
    cld_notice("%u work-items of program %llu were ended after %u bad accesses each", work_items,
               (unsigned long long)log->program, CLD_LOG_PATIENCE);
}
