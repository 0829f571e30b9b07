#include "layer/hang_launch.h"

#include "layer/calls.h"
#include "layer/kernel_info.h"
#include "layer/launch_key.h"
#include "layer/ranges.h"
#include "layer/recent.h"
#include "layer/stack.h"
#include "layer/strings.h"
#include "layer/twin_kernel.h"

#include <stdio.h>
#include <string.h>

/* ---- which launch -----------------------------------------------------------------------------------------
 */

static void take_key(struct cld_hang_launch *l, uint32_t id)
{
    const struct cld_launch_key *k = id ? cld_launch_key(id) : NULL;
    if (!k)
        return;
    l->key = k;
    l->fn = k->fn;
    l->stack = k->stack;
    l->object = k->kernel;
    l->loops = atomic_load(&k->info->loops);
    snprintf(l->name, sizeof l->name, "%s", k->info->name);
    if (k->kind == CLD_KEY_PLACE)
        return;
    l->dims = k->dims;
    memcpy(l->global, k->global, sizeof l->global);
    memcpy(l->local, k->local, sizeof l->local);
}

static void take_kernel(struct cld_hang_launch *l, const struct cld_recent_command *c)
{
    struct cld_object *o = c->kernel;
    if (!o || atomic_load(&o->serial) != c->kernel_serial || o->kind != CLD_KIND_KERNEL || !o->kernel.info)
        return;
    l->kernel = o;
    l->kernel_serial = c->kernel_serial;
    l->arguments_hold =
        c->has_changes && o->kernel.twin && atomic_load(&o->kernel.twin->changes) == c->changes;
    if (l->key)
        return;
    snprintf(l->name, sizeof l->name, "%s", o->kernel.info->name);
    l->loops = atomic_load(&o->kernel.info->loops);
    cld_object_describe(o, &l->object);
}

static void take_command(struct cld_hang_launch *l, const struct cld_recent_command *c)
{
    l->fn = c->fn;
    l->stack = c->stack ? c->stack : l->stack ? l->stack : cld_stack_of_frame(cld_thread_self(), c->from);
    l->thread = c->thread;
    l->dims = c->dims;
    for (uint32_t i = 0; i < 3; i++) {
        l->global[i] = c->global[i];
        if (c->local[i])
            l->local[i] = c->local[i]; /* else the key may know what the driver chose */
    }
    take_kernel(l, c);
}

void cld_hang_launch(const struct cld_hang *h, struct cld_hang_launch *out)
{
    struct cld_recent_command c;
    *out =
        (struct cld_hang_launch){.fn = CLD_FN_clEnqueueNDRangeKernel, .stack = h->stack, .thread = h->thread};
    take_key(out, h->key);
    if (cld_recent_find(h->queue, h->queue_serial, h->seq, &c))
        take_command(out, &c);
    if (!out->name[0])
        cld_string_text(h->label, out->name, sizeof out->name);
}

/* ---- its arguments ----------------------------------------------------------------------------------------
 */

/* An argument, wherever it is known from. */
struct argument {
    uint32_t index;
    const struct cld_param_info *param; /* NULL: its declaration is not known */
    const struct cld_finding_object *object;
    bool is_local, is_null, has_value;
    uint64_t size, value;
};

static bool names(const struct cld_param_info *p, const char *type)
{
    return p && p->type && strstr(p->type, type);
}

static bool is_vector(const struct cld_param_info *p)
{
    size_t length = p && p->type ? strlen(p->type) : 0;
    return length && p->type[length - 1] >= '0' && p->type[length - 1] <= '9';
}

static void value_text(const struct argument *a, char *out, size_t room)
{
    float single;
    double twice;
    bool is_unsigned = names(a->param, "uint") || names(a->param, "uchar") || names(a->param, "ushort") ||
                       names(a->param, "ulong") || names(a->param, "unsigned") || names(a->param, "size_t");
    unsigned shift = a->size < 8 ? 64 - 8 * (unsigned)a->size : 0;
    memcpy(&single, &a->value, sizeof single);
    memcpy(&twice, &a->value, sizeof twice);
    bool is_number = !is_vector(a->param) && a->size <= 8 && !(a->size & (a->size - 1)) &&
                     !names(a->param, "half") && !names(a->param, "struct");
    if (!is_number)
        snprintf(out, room, "%u bytes", (unsigned)a->size);
    else if (a->size == 4 && names(a->param, "float"))
        snprintf(out, room, "%g", (double)single);
    else if (a->size == 8 && names(a->param, "double"))
        snprintf(out, room, "%g", twice);
    else if (is_unsigned)
        snprintf(out, room, "%llu", (unsigned long long)a->value);
    else
        snprintf(out, room, "%lld", (long long)((int64_t)(a->value << shift) >> shift));
}

static void write_argument(struct cld_report *r, unsigned n, const struct argument *a)
{
    char key[32], what[96], name[96];
    const struct cld_finding_object *o = a->object;
    bool has_object = o && o->serial;
    if (a->param && a->param->name)
        snprintf(name, sizeof name, "`%.80s`", a->param->name);
    else
        snprintf(name, sizeof name, "%u", a->index);
    if (has_object && o->bytes)
        snprintf(what, sizeof what, "%s of %llu bytes", cld_kind_name(o->kind, o->subkind),
                 (unsigned long long)o->bytes);
    else if (has_object)
        snprintf(what, sizeof what, "%s", cld_kind_name(o->kind, o->subkind));
    else if (a->is_local)
        snprintf(what, sizeof what, "local memory of %llu bytes", (unsigned long long)a->size);
    else if (a->is_null)
        snprintf(what, sizeof what, "NULL");
    else if (a->has_value)
        value_text(a, what, sizeof what);
    else
        return;
    snprintf(key, sizeof key, "argument_%u", n);
    cld_report_evidence(r, key, "%u %s: %s", has_object ? o->born_stack : 0, name, what);
}

static const struct cld_param_info *param(const struct cld_kernel_info *info, uint32_t i)
{
    return i < info->n_args && cld_params(info)[i].type ? &cld_params(info)[i] : NULL;
}

static void write_key_arguments(struct cld_report *r, const struct cld_launch_key *k)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < k->n_args; i++) {
        const struct cld_launch_arg *a = &k->args[i];
        const struct cld_param_info *p = param(k->info, i);
        struct argument arg = {
            .index = i, .param = p, .object = &k->objects[i], .size = a->size, .value = a->value};
        bool is_pointer = names(p, "*");
        arg.is_local = a->how == CLD_ARG_NULL && (!p || p->space == CL_KERNEL_ARG_ADDRESS_LOCAL);
        arg.is_null =
            (a->how == CLD_ARG_NULL && !arg.is_local) ||
            (is_pointer && a->how == CLD_ARG_VALUE && !a->serial && !a->value && k->kind == CLD_KEY_WHOLE);
        arg.has_value = a->how == CLD_ARG_VALUE && k->kind == CLD_KEY_WHOLE && !a->serial && !is_pointer;
        write_argument(r, ++n, &arg);
    }
}

/* Of a launch that is not checked: as far as the kernel object still has what it was launched with. */
static void write_kernel_arguments(struct cld_report *r, const struct cld_hang_launch *l)
{
    const struct cld_object *k = l->kernel;
    struct cld_finding_object described;
    unsigned n = 0;
    for (uint32_t i = 0; i < k->kernel.info->n_args && k->kernel.args; i++) {
        const struct cld_kernel_arg *a = &k->kernel.args[i];
        struct argument arg = {
            .index = i, .param = param(k->kernel.info, i), .object = NULL, .size = a->size};
        const struct cld_mirror *m = l->arguments_hold ? &k->kernel.twin->args[i] : NULL;
        if (a->object && atomic_load(&a->object->serial) == a->object_serial) {
            cld_object_describe(a->object, &described);
            arg.object = &described;
        }
        arg.is_local = a->is_local;
        if (m && m->how == CLD_ARG_VALUE && m->size <= sizeof arg.value && !a->object &&
            !names(arg.param, "*")) {
            memcpy(&arg.value, m->bytes, m->size);
            arg.has_value = true;
        }
        write_argument(r, ++n, &arg);
    }
    if (n && !l->arguments_hold)
        cld_report_evidence(r, "arguments", "as they are set now");
}

void cld_hang_write_arguments(struct cld_report *r, const struct cld_hang *h, const struct cld_hang_launch *l)
{
    if (h->count > 1)
        return;
    if (l->key && l->key->kind != CLD_KEY_PLACE)
        write_key_arguments(r, l->key);
    else if (l->kernel && atomic_load(&l->kernel->serial) == l->kernel_serial)
        write_kernel_arguments(r, l);
}

/* ---- what is queued behind it -----------------------------------------------------------------------------
 */

#define SORTS 6

struct sort {
    uint32_t fn, label, count;
};

static struct sort *sort_of(struct sort *sorts, int *n, const struct cld_recent_command *c)
{
    for (int i = 0; i < *n; i++)
        if (sorts[i].fn == c->fn && sorts[i].label == c->label)
            return &sorts[i];
    if (*n == SORTS)
        return NULL;
    sorts[*n] = (struct sort){c->fn, c->label, 0};
    return &sorts[(*n)++];
}

void cld_hang_name_behind(const struct cld_hang *h, uint64_t newest, char *out, size_t room)
{
    struct sort sorts[SORTS];
    struct cld_recent_command c;
    char name[64];
    int n = 0;
    size_t at = 0;
    out[0] = '\0';
    for (uint64_t seq = h->last + 1; seq <= newest && seq <= h->last + CLD_RECENT; seq++) {
        struct sort *s = cld_recent_find(h->queue, h->queue_serial, seq, &c) ? sort_of(sorts, &n, &c) : NULL;
        if (s)
            s->count++;
    }
    for (int i = 0; i < n && at < room; i++) {
        cld_string_text(sorts[i].label, name, sizeof name);
        at += (size_t)snprintf(out + at, room - at, "%s", i ? ", " : "");
        if (at < room && sorts[i].count > 1)
            at += (size_t)snprintf(out + at, room - at, "%u ", sorts[i].count);
        if (at < room && name[0])
            at += (size_t)snprintf(out + at, room - at, "%s of `%s`",
                                   sorts[i].count > 1 ? "launches" : "launch", name);
        else if (at < room)
            at += (size_t)snprintf(out + at, room - at, "%s", cld_fn_info(sorts[i].fn)->name);
    }
}
