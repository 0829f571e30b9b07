/* call.c - what every call goes through: handles, counts of references, failures. */
#include "layer/call.h"

#include "layer/calls.h"
#include "layer/diagnose.h"
#include "layer/harvest.h"
#include "layer/stack.h"
#include "layer/stack_cache.h"

#include <stdio.h>
#include <string.h>

/* What a thread calls after a failed call tells whether the program noticed. Asking and tidying up say
 * nothing. */
static bool goes_on(enum cld_fn fn)
{
    int cls = cld_fn_info(fn)->cls;
    return cls != CLD_CLASS_QUERY && cls != CLD_CLASS_RELEASE && cls != CLD_CLASS_RETAIN;
}

void cld_call_begin(struct cld_call *call, enum cld_fn fn, struct cld_target *target, const void *args,
                    const void *from, const void *frame)
{
    if (__builtin_expect(cld_layer.forked, 0))
        cld_layer_reopen();
    struct cld_thread *t = cld_thread_self();
    /* Field by field: clearing the whole takes longer than the rest of this function. */
    call->refused = 0;
    call->stack = 0;
    call->n_objects = 0;
    call->created = call->passed = call->release.object = NULL;
    call->count = 0;
    call->reported = call->inject = call->event_is_own = false;
    call->foretold = NULL;
    call->dubious = NULL;
    call->own_event = NULL;
    call->event = NULL;
    call->seq = 0;
    call->launch.dims = 0;
    call->launch.label = 0;
    call->fn = fn;
    call->target = target;
    call->thread = t;
    call->args = args;
    call->from = from;
    call->frame = frame;
    t->header->calls[fn]++;
    if (__builtin_expect(t->failure != NULL, 0) && goes_on(fn)) {
        atomic_store_explicit(&t->failure->next_fn, fn + 1, memory_order_relaxed);
        t->failure = NULL;
    }
}

void cld_call_enter(struct cld_call *call)
{
    cld_enter_driver(call->thread->header, call->fn, call->from);
}

void cld_call_leave(struct cld_call *call)
{
    cld_leave_driver(call->thread->header);
}

uint32_t cld_call_stack(struct cld_call *call)
{
    if (!call->stack)
        call->stack = cld_stack_take(call->thread, call->from);
    return call->stack;
}

uint32_t cld_call_stack_cached(struct cld_call *call)
{
    if (!call->stack)
        call->stack = cld_stack_cached(call->thread, call->from, call->frame);
    return call->stack;
}

struct cld_object *cld_call_object(const struct cld_call *call, enum cld_kind kind)
{
    for (uint32_t i = 0; i < call->n_objects; i++)
        if (call->objects[i]->kind == (uint32_t)kind)
            return call->objects[i];
    return NULL;
}

static cl_int error_for(const struct cld_call *call, enum cld_kind kind, int arg)
{
    const struct cld_fn_info *info = cld_fn_info(call->fn);
    if (kind == CLD_KIND_EVENT && strcmp(info->param_names[arg], "event_wait_list") == 0)
        return CL_INVALID_EVENT_WAIT_LIST;
    return cld_kind_error(kind);
}

static void report_dead(struct cld_call *call, struct cld_object *o, int arg, cl_int code)
{
    const struct cld_fn_info *info = cld_fn_info(call->fn);
    struct cld_report r;
    cld_report_init(&r, CLD_FINDING_USE_AFTER_RELEASE, arg);
    r.code = code;
    cld_report_object(&r, o);
    cld_report_message(&r, "%s was given a %s that is already released, as argument %d (%s)", info->name,
                       cld_kind_name(o->kind, o->subkind), arg, info->param_names[arg]);
    cld_report_fix(
        &r,
        "release the %s after its last use, or retain it for as long as this code needs it; the call "
        "was answered with %s, without reaching the driver",
        cld_kind_name(o->kind, o->subkind), cld_code_name(code));
    cld_report_emit(call, &r, true);
    call->reported = true;
}

static void check_held(struct cld_call *call, struct cld_object *o, enum cld_kind kind, int arg)
{
    bool releasing = cld_fn_info(call->fn)->cls == CLD_CLASS_RELEASE && arg == 0;
    if (!cld_layer.options.lifetime || releasing || call->refused || o->kind != (uint32_t)kind)
        return;
    if (cld_object_state(o) != CLD_DEAD)
        return;
    call->refused = error_for(call, kind, arg);
    report_dead(call, o, arg, call->refused);
}

void cld_call_handle(struct cld_call *call, enum cld_kind kind, int arg, const void *handle)
{
    struct cld_object *o = cld_object_find(handle);
    if (!o)
        return;
    if (call->n_objects < CLD_CALL_OBJECTS)
        call->objects[call->n_objects++] = o;
    if (__builtin_expect(atomic_load_explicit(&o->refs, memory_order_relaxed) <= 0, 0))
        check_held(call, o, kind, arg);
}

void cld_call_handles(struct cld_call *call, enum cld_kind kind, int arg, uint64_t count,
                      const void *const *handles)
{
    /* A count without an array is the driver's error to give; a mad count is not followed. */
    if (!handles || count > 1u << 20)
        return;
    for (uint64_t i = 0; i < count; i++)
        cld_call_handle(call, kind, arg, handles[i]);
}

/* The first handle of clRetain... and clRelease...: the object they are about. */
static struct cld_object *subject(struct cld_call *call)
{
    return call->n_objects ? call->objects[0] : NULL;
}

void cld_call_retain(struct cld_call *call)
{
    (void)call; /* a dead handle was refused by cld_call_handle() */
}

void cld_call_retained(struct cld_call *call, bool ok)
{
    struct cld_object *o = subject(call);
    if (ok && o && !(o->kind == CLD_KIND_DEVICE && o->device.root))
        cld_object_retain(o);
}

/*
 * The program's own count is what matters: an object that others keep alive is still released once too often,
 * and would be torn from under them.
 */
static void report_over_release(struct cld_call *call, struct cld_object *o)
{
    const char *what = cld_kind_name(o->kind, o->subkind);
    struct cld_report r;
    call->refused = cld_kind_error(o->kind);
    cld_report_init(&r, CLD_FINDING_OVER_RELEASE, 0);
    r.code = call->refused;
    cld_report_object(&r, o);
    cld_report_message(&r, "%s releases a %s that the program holds no reference to any more",
                       cld_fn_info(call->fn)->name, what);
    cld_report_fix(
        &r,
        "remove this release or the earlier one, or retain the %s where a second owner takes it; the "
        "call was answered with %s, without reaching the driver",
        what, cld_code_name(call->refused));
    cld_report_emit(call, &r, true);
    call->reported = true;
}

void cld_call_release(struct cld_call *call)
{
    struct cld_object *o = subject(call);
    if (!o || (o->kind == CLD_KIND_DEVICE && o->device.root))
        return;
    if (atomic_load(&o->refs) > 0)
        call->release = cld_object_release(o, o->kind == CLD_KIND_EVENT ? cld_call_stack_cached(call)
                                                                        : cld_call_stack(call));
    else if (cld_layer.options.lifetime)
        report_over_release(call, o);
}

void cld_call_released(struct cld_call *call, bool ok)
{
    cld_object_released(&call->release, ok);
}

/* What retains whom: a kernel its program, a sub-buffer or image its buffer, an event belongs to its queue.
 */
static struct cld_object *parent_for(const struct cld_call *call, enum cld_kind kind)
{
    switch (kind) {
    case CLD_KIND_EVENT:
        return cld_call_object(call, CLD_KIND_QUEUE);
    case CLD_KIND_MEM:
        return cld_call_object(call, CLD_KIND_MEM);
    case CLD_KIND_KERNEL: {
        struct cld_object *source = cld_call_object(call, CLD_KIND_KERNEL); /* clCloneKernel */
        return source ? source->parent : cld_call_object(call, CLD_KIND_PROGRAM);
    }
    default:
        return NULL;
    }
}

static struct cld_object *context_for(const struct cld_call *call)
{
    struct cld_object *context = cld_call_object(call, CLD_KIND_CONTEXT);
    for (uint32_t i = 0; !context && i < call->n_objects; i++)
        context = call->objects[i]->context;
    return context;
}

/* Events are made by the thousand: their stack comes from the cache. */
void cld_call_created(struct cld_call *call, enum cld_kind kind, const void *handle)
{
    uint32_t stack = kind == CLD_KIND_EVENT ? cld_call_stack_cached(call) : cld_call_stack(call);
    call->created = cld_object_add(call, kind, handle, context_for(call), parent_for(call, kind), stack);
}

/* Found no specific finding: say why the call failed. */
static void report_failure(struct cld_call *call, cl_int code)
{
    struct cld_report r;
    cld_report_init(&r, CLD_FINDING_API_ERROR, -1);
    r.code = code;
    cld_diagnose(call, code, &r);
    cld_report_emit(call, &r, true);
}

void cld_call_end(struct cld_call *call, bool ok, cl_int code)
{
    if (call->created)
        cld_object_publish(call->created);
    if (__builtin_expect(call->foretold != NULL, 0))
        cld_foretold(call, ok ? CL_SUCCESS : code);
    else if (!ok && !call->reported && cld_layer.options.api)
        report_failure(call, code);
    else if (__builtin_expect(ok && call->dubious != NULL, 0))
        cld_report_accepted(call);
}
