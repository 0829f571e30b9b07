/* hooks_launch.c - launches of kernels: are their arguments there, and which kernel does the driver get? */
#include "layer/call.h"
#include "layer/calls.h"
#include "layer/diagnose.h"
#include "layer/kernel_info.h"
#include "layer/twin_kernel.h"

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

static bool before_launch(struct cld_call *call, cl_int *ret)
{
    struct cld_object *k = cld_call_object(call, CLD_KIND_KERNEL);
    if (!k || !k->kernel.info || (k->kernel.info->n_args && !k->kernel.args))
        return true;
    call->launch.label = k->label;
    check_all_set(call, k);
    if (cld_layer.options.lifetime)
        check_args_alive(call, k);
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
    return twin ? twin : kernel;
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
    call->launch.dims = 1; /* one work-item: OpenCL 1.2, 5.8 */
    call->lane = NULL;
    if (!before_launch(call, ret))
        return false;
    if (cld_twins_on())
        a->kernel = redirect(call, a->kernel, NULL);
    if (call->lane)
        cld_twin_name_launch(call, cld_call_object(call, CLD_KIND_KERNEL), NULL, NULL);
    return true;
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
    if (cld_twins_on() && k && k->kernel.info)
        cld_twin_skipped(call, k, "it runs in a command buffer");
    return true;
}
