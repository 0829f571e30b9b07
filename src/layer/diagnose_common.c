/* diagnose_common.c - handles, wait lists, contexts and queries: conditions that every function shares. */
#include "layer/diagnose_check.h"

#include <stdio.h>
#include <string.h>

/* ---- objects ----------------------------------------------------------------------------------------------
 */

bool cld_alive(const struct cld_object *o)
{
    return o && (atomic_load(&o->refs) > 0 || atomic_load(&o->children) > 0);
}

struct cld_object *cld_context_of(const struct cld_object *o)
{
    if (!o)
        return NULL;
    if (o->kind == CLD_KIND_CONTEXT)
        return (struct cld_object *)o;
    return o->context && atomic_load(&o->context->serial) == o->context_serial ? o->context : NULL;
}

const char *cld_what(const struct cld_object *o)
{
    return cld_kind_name(o->kind, o->subkind);
}

/* ---- one handle
 * --------------------------------------------------------------------------------------------- */

static bool null_handle(struct cld_diag *d, enum cld_kind kind, const char *arg, const char *label)
{
    enum cld_fn maker;
    cl_int code;
    if (!cld_failed_before(kind, &maker, &code))
        return cld_blame(d, arg, "%s is NULL, where %s is expected", label,
                         cld_a(cld_kind_name(kind, 0)).at) &&
               cld_fix(d, "pass %s that was created before", cld_a(cld_kind_name(kind, 0)).at);
    const char *name = cld_fn_info(maker)->name;
    return cld_blame(d, arg, "%s is NULL, where %s is expected: %s failed earlier with %s (%d)", label,
                     cld_a(cld_kind_name(kind, 0)).at, name, cld_code_name(code), code) &&
           cld_fix(d, "look at the error code of %s before going on; that failure is the one to repair",
                   name);
}

static bool bad_handle(struct cld_diag *d, cl_int code, enum cld_kind kind, const void *handle,
                       const char *arg, const char *label)
{
    struct cld_object *o = cld_object_find(handle);
    const char *kind_name = cld_kind_name(kind, 0);
    if (!handle)
        return cld_is(d, code) && null_handle(d, kind, arg, label);
    if (!o)
        return cld_only(d, code) &&
               cld_blame(d, arg, "%s is %p, which is no %s that this program has created", label, handle,
                         kind_name) &&
               cld_fix(d,
                       "initialise the variable with the %s's handle, and pass the handle itself, not its "
                       "address",
                       kind_name);
    if (o->kind != (uint32_t)kind && cld_is(d, code)) {
        cld_report_object(d->r, o);
        return cld_blame(d, arg, "%s is %s, where %s is expected", label, cld_a(cld_what(o)).at,
                         cld_a(kind_name).at) &&
               cld_fix(d, "pass the %s: the variables may be mixed up", kind_name);
    }
    if (cld_alive(o) || !cld_is(d, code) || cld_object_state(o) != CLD_DEAD)
        return false;
    cld_report_object(d->r, o);
    return cld_blame(d, arg, "%s is %s that is already released", label, cld_a(cld_what(o)).at) &&
           cld_fix(d, "release the %s after its last use", cld_what(o));
}

/* Where the specification lets a handle be NULL. */
static bool may_be_null(const struct cld_diag *d, const char *arg)
{
    switch (d->call->fn) {
    case CLD_FN_clGetKernelWorkGroupInfo: /* a kernel of one device */
    case CLD_FN_clGetKernelSubGroupInfo:
    case CLD_FN_clGetKernelSubGroupInfoKHR:
    case CLD_FN_clSharedMemAllocINTEL:
    case CLD_FN_clGetSemaphoreHandleForTypeKHR:
        return cld_handle_kind(d->info->param_types[cld_arg(d, arg)]) == CLD_KIND_DEVICE;
    default: /* commands are recorded without a queue: cl_khr_command_buffer */
        return d->info->cls == CLD_CLASS_RECORD && strcmp(arg, "command_queue") == 0;
    }
}

/* What a platform's choice makes of NULL is its own affair: a likely mistake, but tools do ask. */
static bool null_platform(struct cld_diag *d)
{
    bool optional = d->call->fn == CLD_FN_clGetDeviceIDs || d->call->fn == CLD_FN_clGetPlatformInfo;
    if (!optional || cld_ptr(d, "platform"))
        return false;
    if (!cld_only(d, CL_INVALID_PLATFORM))
        return false;
    d->r->severity = CLD_SEVERITY_WARNING;
    return cld_blame(
               d, "platform",
               "`platform` is NULL; what that means is up to the implementation, and this one refuses it") &&
           cld_fix(d, "pass a platform from clGetPlatformIDs");
}

/* Memory objects of the wrong sort: a buffer where the name of the parameter says image. */
static bool wrong_sort(struct cld_diag *d, const char *arg, const struct cld_object *o)
{
    static const struct {
        const char *arg;
        uint32_t subkind;
    } sorts[] = {
        {"buffer", CLD_SUB_BUFFER}, {"src_buffer", CLD_SUB_BUFFER}, {"dst_buffer", CLD_SUB_BUFFER},
        {"image", CLD_SUB_IMAGE},   {"src_image", CLD_SUB_IMAGE},   {"dst_image", CLD_SUB_IMAGE},
        {"pipe", CLD_SUB_PIPE},
    };
    if (!o || o->kind != CLD_KIND_MEM || o->subkind == CLD_SUB_NONE)
        return false;
    uint32_t actual = o->subkind == CLD_SUB_SUB_BUFFER ? (uint32_t)CLD_SUB_BUFFER : o->subkind;
    for (size_t i = 0; i < sizeof sorts / sizeof sorts[0]; i++) {
        if (strcmp(sorts[i].arg, arg) != 0 || sorts[i].subkind == actual || !cld_is(d, CL_INVALID_MEM_OBJECT))
            continue;
        const char *wanted = cld_kind_name(CLD_KIND_MEM, sorts[i].subkind);
        return cld_blame(d, arg, "`%s` is %s, where %s is expected", arg, cld_a(cld_what(o)).at,
                         cld_a(wanted).at) &&
               cld_fix(d, "pass %s, or call the function that is for %s", cld_a(wanted).at,
                       cld_a(cld_what(o)).at);
    }
    return false;
}

/* Arrays of handles that go in come right after their count. */
static bool bad_entry(struct cld_diag *d, int index, cl_int code, enum cld_kind kind)
{
    const char *name = d->info->param_names[index];
    const char *const *list = (const char *const *)(uintptr_t)cld_arg_value(d, index);
    uint64_t count = index > 0 && list ? cld_arg_value(d, index - 1) : 0;
    if (count > CLD_MOST_ENTRIES || (!d->any && d->code != code))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        const void *handle;
        char label[96];
        if (!cld_peek_entry(list, i, &handle, sizeof handle))
            return false;
        snprintf(label, sizeof label, "entry %u of `%s`", (unsigned)i, name);
        if (bad_handle(d, code, kind, handle, name, label))
            return true;
    }
    return false;
}

static bool is_input_array(const char *type, const char *name)
{
    size_t n = strlen(type);
    return n > 0 && type[n - 1] == '*' && (strncmp(type, "const ", 6) == 0 || strcmp(name, "queues") == 0);
}

bool cld_check_handles(struct cld_diag *d)
{
    if (null_platform(d))
        return true;
    for (int i = 0; i < d->info->n_params; i++) {
        const char *type = d->info->param_types[i], *name = d->info->param_names[i];
        enum cld_kind kind = cld_handle_kind(type);
        if (kind == CLD_KIND_NONE || strcmp(name, "event_wait_list") == 0)
            continue;
        if (is_input_array(type, name)) {
            if (bad_entry(d, i, cld_kind_error(kind), kind))
                return true;
            continue;
        }
        const void *handle = (const void *)(uintptr_t)cld_arg_value(d, i);
        char label[96];
        if (strchr(type, '*') || (!handle && (may_be_null(d, name) || kind == CLD_KIND_PLATFORM)))
            continue;
        snprintf(label, sizeof label, "`%s`", name);
        if (bad_handle(d, cld_kind_error(kind), kind, handle, name, label) ||
            wrong_sort(d, name, cld_object_find(handle)))
            return true;
    }
    return false;
}

/* ---- wait lists: OpenCL 3.0, 5.11 and every enqueue -----------------------------------------------------
 */

static cl_int event_status(struct cld_diag *d, const struct cld_object *e)
{
    cl_int status = CL_QUEUED;
    if (cld_alive(e) && d->next->clGetEventInfo)
        d->next->clGetEventInfo(e->handle, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return status;
}

static bool failed_event(struct cld_diag *d, const char *arg)
{
    int index = cld_arg(d, arg);
    const char *const *list = cld_ptr(d, arg);
    if (index < 1 || !list || !cld_only(d, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST))
        return false;
    uint64_t count = cld_arg_value(d, index - 1);
    for (uint64_t i = 0; i < count && i < CLD_MOST_ENTRIES; i++) {
        const void *handle;
        if (!cld_peek_entry(list, i, &handle, sizeof handle))
            return false;
        struct cld_object *e = cld_object_find(handle);
        cl_int status = e && e->kind == CLD_KIND_EVENT ? event_status(d, e) : CL_QUEUED;
        if (status >= 0)
            continue;
        cld_report_object(d->r, e);
        return cld_blame(d, arg, "the command of entry %u of `%s` failed: its status is %s (%d)", (unsigned)i,
                         arg, cld_code_name(status), status) &&
               cld_fix(d, e->event.user
                              ? "the program itself gave this user event an error status: do not wait "
                                "for it, or handle the failure"
                              : "find out why that command failed; this one was not run because of it");
    }
    return false;
}

bool cld_check_wait_list(struct cld_diag *d)
{
    int index = cld_arg(d, "event_wait_list");
    if (failed_event(d, "event_wait_list") || failed_event(d, "event_list"))
        return true;
    return index > 0 &&
           (cld_pair(d, CL_INVALID_EVENT_WAIT_LIST, "num_events_in_wait_list", "event_wait_list") ||
            bad_entry(d, index, CL_INVALID_EVENT_WAIT_LIST, CLD_KIND_EVENT));
}

/* ---- contexts
 * ----------------------------------------------------------------------------------------------- */

struct reference {
    struct cld_object *context;
    char label[96];
};

static bool other_context(struct cld_diag *d, struct reference *first, const void *handle, const char *arg,
                          const char *label)
{
    struct cld_object *o = cld_object_find(handle), *context = cld_context_of(o);
    if (!context)
        return false;
    if (!first->context) {
        first->context = context;
        snprintf(first->label, sizeof first->label, "%s", label);
    }
    if (first->context == context)
        return false;
    cld_report_object(d->r, o);
    cld_report_object(d->r, context);
    cld_report_object(d->r, first->context);
    return cld_blame(d, arg, "%s (%s) belongs to context %p, and %s to context %p", label,
                     cld_a(cld_what(o)).at, context->handle, first->label, first->context->handle) &&
           cld_fix(d, "use objects of one context in one call: create the %s in the context of %s",
                   cld_what(o), first->label);
}

static bool array_contexts(struct cld_diag *d, struct reference *first, int index)
{
    const char *const *list = (const char *const *)(uintptr_t)cld_arg_value(d, index);
    uint64_t count = index > 0 && list ? cld_arg_value(d, index - 1) : 0;
    for (uint64_t i = 0; i < count && i < CLD_MOST_ENTRIES; i++) {
        const void *handle;
        char label[96];
        if (!cld_peek_entry(list, i, &handle, sizeof handle))
            return false;
        snprintf(label, sizeof label, "entry %u of `%s`", (unsigned)i, d->info->param_names[index]);
        if (other_context(d, first, handle, d->info->param_names[index], label))
            return true;
    }
    return false;
}

bool cld_check_contexts(struct cld_diag *d)
{
    struct reference first = {NULL, ""};
    if (!cld_is(d, CL_INVALID_CONTEXT))
        return false;
    for (int i = 0; i < d->info->n_params; i++) {
        const char *type = d->info->param_types[i], *name = d->info->param_names[i];
        enum cld_kind kind = cld_handle_kind(type);
        char label[96];
        if (kind == CLD_KIND_NONE || kind == CLD_KIND_DEVICE || kind == CLD_KIND_PLATFORM)
            continue;
        snprintf(label, sizeof label, "`%s`", name);
        if (is_input_array(type, name)
                ? array_contexts(d, &first, i)
                : !strchr(type, '*') &&
                      other_context(d, &first, (const void *)(uintptr_t)cld_arg_value(d, i), name, label))
            return true;
    }
    return false;
}

/* ---- queries: OpenCL 3.0, every clGet*Info
 * ------------------------------------------------------------------ */

bool cld_check_info(struct cld_diag *d)
{
    size_t needed = 0, given = cld_num(d, "param_value_size");
    int index = cld_arg(d, "param_name");
    if (d->info->cls != CLD_CLASS_QUERY || index < 0 || !cld_is(d, CL_INVALID_VALUE))
        return false;
    const char *type = d->info->param_types[index];
    uint64_t name = cld_num(d, "param_name");
    const char *other = cld_query_of(type, name);
    if (other)
        return cld_blame(d, "param_name", "`param_name` is %s, which is a question for %s",
                         cld_query_text(name).at, other) &&
               cld_fix(d, "ask %s instead", other);
    if (!cld_ptr(d, "param_value") || !cld_info_size(d, &needed) || given >= needed)
        return false;
    cld_expected(d, needed, given);
    return cld_blame(d, "param_value_size", "`param_value_size` is %zu bytes, and %s takes %zu", given,
                     cld_value_text(type, name).at, needed) &&
           cld_fix(d,
                   "give it room for %zu bytes; ask with a size of 0 and a NULL value first where the size "
                   "varies",
                   needed);
}
