/* hooks_launch.c - launches of kernels: are their arguments there, and which kernel does the driver get? */
#include "layer/access_flags.h"
#include "layer/arg_alignment.h"
#include "layer/band.h"
#include "layer/call.h"
#include "layer/calls.h"
#include "layer/device_limits.h"
#include "layer/diagnose_check.h"
#include "layer/image_format.h"
#include "layer/kernel_info.h"
#include "layer/layout.h"
#include "layer/twin_kernel.h"
#include "layer/work_group.h"

#include <stdio.h>

static void report_unset(struct cld_call *call, struct cld_object *k, cl_uint index, unsigned missing)
{
    char arg[192];
    struct cld_report r;
    cld_kernel_learn(call, k);
    cld_kernel_name_arg(k, index, arg, sizeof arg);
    cld_report_init(&r, CLD_FINDING_UNSET_KERNEL_ARG, 1);
    r.code = CL_INVALID_KERNEL_ARGS;
    snprintf(r.kernel, sizeof r.kernel, "%s", k->kernel.info->name);
    cld_report_object(&r, k);
    cld_report_evidence(&r, "argument", "%u", index);
    cld_report_evidence(&r, "missing", "%u", missing);
    cld_report_evidence(&r, "arguments", "%u", k->kernel.info->n_args);
    cld_report_message(&r, "%s: argument %s of kernel `%s` was never set%s", cld_fn_info(call->fn)->name, arg,
                       k->kernel.info->name, missing > 1 ? ", and more of them were not" : "");
    cld_report_fix(
        &r,
        "call clSetKernelArg(kernel, %u, ...) before the launch; arguments belong to the kernel object, "
        "so each kernel object needs its own",
        index);
    cld_report_emit(call, &r, true);
    call->reported = true;
}

static void check_all_set(struct cld_call *call, struct cld_object *k)
{
    unsigned missing = 0;
    cl_uint first = 0;
    for (uint32_t i = k->kernel.info->n_args; i-- > 0;) {
        if (k->kernel.args[i].set)
            continue;
        missing++;
        first = i;
    }
    if (missing && cld_layer.options.api && !atomic_load(&cld_layer.foreign_arguments))
        report_unset(call, k, first, missing);
}

static void report_dead_arg(struct cld_call *call, struct cld_object *k, cl_uint index, bool reused)
{
    char arg[192];
    struct cld_report r;
    struct cld_object *o = k->kernel.args[index].object;
    cld_kernel_name_arg(k, index, arg, sizeof arg);
    cld_report_init(&r, CLD_FINDING_USE_AFTER_RELEASE, 1);
    r.code = reused ? CL_SUCCESS : CL_INVALID_KERNEL_ARGS;
    snprintf(r.kernel, sizeof r.kernel, "%s", k->kernel.info->name);
    if (!reused)
        cld_report_object(&r, o);
    cld_report_object(&r, k);
    cld_report_evidence(&r, "argument", "%u", index);
    cld_report_message(&r, "%s: argument %s of kernel `%s` is still set to %s that is already released%s",
                       cld_fn_info(call->fn)->name, arg, k->kernel.info->name,
                       reused ? "an object" : cld_kind_name(o->kind, o->subkind),
                       reused ? "; its handle denotes another object by now" : "");
    cld_report_fix(
        &r,
        "a kernel does not retain its arguments: keep the object until the last launch that uses it, or "
        "set the argument anew%s",
        reused ? "" : "; the launch was answered with CL_INVALID_KERNEL_ARGS");
    cld_report_emit(call, &r, !reused);
    if (!reused) {
        call->refused = CL_INVALID_KERNEL_ARGS;
        call->reported = true;
    }
}

/* A kernel object does not retain what its arguments name (OpenCL 3.0, 5.9.2). */
static void check_args_alive(struct cld_call *call, struct cld_object *k)
{
    for (uint32_t i = 0; i < k->kernel.info->n_args && !call->refused; i++) {
        struct cld_object *o = k->kernel.args[i].object;
        if (!o)
            continue;
        bool reused =
            atomic_load_explicit(&o->serial, memory_order_relaxed) != k->kernel.args[i].object_serial;
        if (reused)
            report_dead_arg(call, k, i, true);
        else if (atomic_load_explicit(&o->refs, memory_order_relaxed) <= 0 && cld_object_state(o) == CLD_DEAD)
            report_dead_arg(call, k, i, cld_object_find(o->handle) != o);
    }
}

/* ---- sizes: integers only; what is wrong is worked out when something is ---- */

static bool has_zero(const struct cld_kernel_launch *l)
{
    for (uint32_t i = 0; i < l->dims; i++)
        if (!l->local[i])
            return true;
    return false;
}

static bool is_dubious(const struct cld_kernel_launch *l, const struct cld_device_limits *limits,
                       const struct cld_kernel_fit *fit)
{
    size_t items = cld_group_items(l->local, l->dims);
    if ((limits->group && items > limits->group) || (fit && fit->group && items > fit->group))
        return true;
    for (uint32_t i = 0; i < l->dims; i++) {
        size_t local = l->local[i];
        if (l->global[i] % local || (limits->items[i] && local > limits->items[i]))
            return true;
    }
    for (uint32_t i = 0; fit && fit->required[0] && i < 3; i++)
        if ((i < l->dims ? l->local[i] : 1) != fit->required[i])
            return true;
    return false;
}

struct args {
    uint64_t local_bytes;
    bool misaligned; /* one is a sub-buffer that the device can't take */
};

static struct args look_at_args(const struct cld_object *k, uint64_t alignment)
{
    struct args all = {0, false};
    for (uint32_t i = 0; i < k->kernel.info->n_args; i++) {
        const struct cld_kernel_arg *a = &k->kernel.args[i];
        if (a->is_local && __builtin_add_overflow(all.local_bytes, a->size, &all.local_bytes))
            all.local_bytes = UINT64_MAX;
        if (a->object && a->object->kind == CLD_KIND_MEM && a->object->mem.offset && alignment)
            all.misaligned |= a->object->mem.offset % alignment != 0;
    }
    return all;
}

/* Told of before the driver is asked, where PoCL 3.1 ends the program with an assertion. */
static void check_sizes(struct cld_call *call, const struct cld_object *k)
{
    const struct cld_object *q = cld_call_object(call, CLD_KIND_QUEUE);
    const struct cld_device_limits *limits = q ? q->queue.limits : NULL;
    const struct cld_kernel_launch *l = &call->launch;
    if (!limits || call->reported)
        return;
    const struct cld_kernel_fit *fit = cld_kernel_fit(k, limits->device);
    const struct args args = look_at_args(k, limits->base_alignment);
    bool sized = l->global && l->local && l->dims >= 1 && l->dims <= 3;
    if (fit && limits->local_bytes &&
        (args.local_bytes > limits->local_bytes || fit->local_bytes > limits->local_bytes - args.local_bytes))
        cld_foretell(call, cld_check_local_memory);
    else if (sized && has_zero(l))
        cld_foretell(call, cld_check_work_group);
    else if (args.misaligned || (sized && is_dubious(l, limits, fit)))
        call->dubious = cld_check_launch_use;
}

static bool before_launch(struct cld_call *call, cl_int *ret)
{
    struct cld_object *k = cld_call_object(call, CLD_KIND_KERNEL);
    if (!k || !k->kernel.info || (k->kernel.info->n_args && !k->kernel.args))
        return true;
    call->launch.label = k->label;
    check_all_set(call, k);
    if (cld_layer.options.lifetime)
        check_args_alive(call, k);
    if (!call->refused && cld_layer.options.api) {
        check_sizes(call, k);
        cld_layout_vectors(call, k);
        cld_arg_alignment_launch(call, k);
    }
    if (!call->refused)
        return true;
    *ret = call->refused;
    return false;
}

/* The driver is to be given the twin's kernel, if there is one. */
static cl_kernel redirect(struct cld_call *call, cl_kernel kernel, const size_t *local)
{
    struct cld_object *k = cld_call_object(call, CLD_KIND_KERNEL);
    call->own_kernel = kernel;
    call->own_local = local;
    cl_kernel twin =
        k && k->kernel.info ? cld_twin_launch(call, cld_call_object(call, CLD_KIND_QUEUE), k) : NULL;
    if (call->lane && cld_layer.options.api) {
        cld_access_check(call, k, call->lane->uses);
        cld_image_format_check(call, k, call->lane->uses);
        cld_layout_structs(call, k, call->lane->uses);
    }
    return twin ? twin : kernel;
}

/*
 * What runs as it is, and what a twin does not check, is looked at from the outside. A twin that the driver
 * then does not launch is not: that is known too late, and for this one launch only.
 */
static void guard(struct cld_call *call, cl_uint *n_waits, const cl_event **waits)
{
    call->banded = false;
    if (!call->lane || call->lane->partly)
        cld_bands_place(call, cld_call_object(call, CLD_KIND_KERNEL), n_waits, waits);
}

bool cld_pre_clEnqueueNDRangeKernel(struct cld_call *call, struct cld_args_clEnqueueNDRangeKernel *a,
                                    cl_int *ret, cl_int *code)
{
    (void)code;
    call->launch.dims = a->work_dim;
    call->launch.global = a->global_work_size;
    call->launch.local = a->local_work_size;
    call->lane = NULL;
    if (!before_launch(call, ret))
        return false;
    if (cld_twins_on())
        a->kernel = redirect(call, a->kernel, a->local_work_size);
    if (call->lane && !a->local_work_size)
        a->local_work_size = cld_twin_local_size(call, cld_call_object(call, CLD_KIND_QUEUE), a->work_dim,
                                                 a->global_work_offset, a->global_work_size);
    if (call->lane)
        cld_twin_name_launch(call, cld_call_object(call, CLD_KIND_KERNEL), a->global_work_offset,
                             a->local_work_size);
    guard(call, &a->num_events_in_wait_list, &a->event_wait_list);
    return true;
}

void cld_retry_clEnqueueNDRangeKernel(struct cld_call *call, struct cld_args_clEnqueueNDRangeKernel *a)
{
    cld_twin_launched(call);
    a->kernel = call->own_kernel;
    a->local_work_size = call->own_local;
}

bool cld_pre_clEnqueueTask(struct cld_call *call, struct cld_args_clEnqueueTask *a, cl_int *ret, cl_int *code)
{
    (void)code;
    call->launch = (struct cld_kernel_launch){.dims = 1}; /* one work-item: OpenCL 1.2, 5.8 */
    call->lane = NULL;
    if (!before_launch(call, ret))
        return false;
    if (cld_twins_on())
        a->kernel = redirect(call, a->kernel, NULL);
    if (call->lane)
        cld_twin_name_launch(call, cld_call_object(call, CLD_KIND_KERNEL), NULL, NULL);
    guard(call, &a->num_events_in_wait_list, &a->event_wait_list);
    return true;
}

void cld_post_clEnqueueNDRangeKernel(struct cld_call *call, struct cld_args_clEnqueueNDRangeKernel *a,
                                     cl_int *ret, cl_int *code)
{
    (void)code;
    cld_bands_launched(call, &a->num_events_in_wait_list, &a->event_wait_list, *ret == CL_SUCCESS);
}

void cld_post_clEnqueueTask(struct cld_call *call, struct cld_args_clEnqueueTask *a, cl_int *ret,
                            cl_int *code)
{
    (void)code;
    cld_bands_launched(call, &a->num_events_in_wait_list, &a->event_wait_list, *ret == CL_SUCCESS);
}

void cld_retry_clEnqueueTask(struct cld_call *call, struct cld_args_clEnqueueTask *a)
{
    cld_twin_launched(call);
    a->kernel = call->own_kernel;
}

/* Recorded once, run many times, perhaps with other arguments: not followed. */
bool cld_pre_clCommandNDRangeKernelKHR(struct cld_call *call, struct cld_args_clCommandNDRangeKernelKHR *a,
                                       cl_int *ret, cl_int *code)
{
    struct cld_object *k = cld_call_object(call, CLD_KIND_KERNEL);
    (void)a;
    (void)ret;
    (void)code;
    if (k && k->kernel.info && (cld_twins_on() || cld_bands_on()))
        cld_twin_skipped(call, k, "it runs in a command buffer");
    return true;
}
