#include "layer/twin_story.h"

#include "layer/kernel_info.h"
#include "layer/memory_name.h"
#include "layer/misplaced.h"
#include "layer/ranges.h"
#include "layer/twin_async.h"
#include "layer/twin_kernel.h"

#include <stdio.h>

#define UNKNOWN (~(uint64_t)0)
#define LOWEST 4096 /* no memory of a program lies below */

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

static void take_numbers(struct cld_story *s)
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

static void take_sizes(struct cld_story *s)
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
static int null_argument(const struct cld_story *s, const char *variable)
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

void cld_story_argument(struct cld_story *s, uint32_t i)
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
static int parameter_named(const struct cld_story *s)
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

static void take_other(struct cld_story *s)
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

static void take_memory(struct cld_story *s)
{
    int argument = s->slot.argument;
    char variable[64];
    cld_memory_name(s->site.text, s->name, sizeof s->name);
    cld_first_variable(s->name, variable, sizeof variable);
    if (s->miss.null)
        argument = null_argument(s, variable);
    if (argument >= 0 && s->key && !s->into)
        cld_story_argument(s, (uint32_t)argument);
    else if (!s->miss.null)
        take_other(s);
    if (s->known || (!s->slot.exact && s->slot.behind > s->slot.first && s->slot.behind != UNKNOWN))
        s->size = s->slot.behind - s->slot.first;
    s->miss.object_bytes = s->miss.null || s->is_part ? 0 : s->miss.is_local ? s->size : s->object.bytes;
}

static void take_distance(struct cld_story *s)
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

/* ---- all of it ------------------------------------------------------------------------------------------
 */

bool cld_story_read(struct cld_story *s, const struct cld_log *log, uint32_t number, const uint32_t *words)
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
        cld_story_image(s);
        return true;
    }
    if (!s->is_order) {
        take_memory(s);
        take_distance(s);
    }
    return true;
}
