/* hooks_queue.c - command-queues: profiling switched on underneath, and answered as if it were not. */
#include "layer/band.h"
#include "layer/call.h"
#include "layer/device_limits.h"
#include "layer/harvest.h"
#include "layer/twin_log.h"

#include <stdlib.h>
#include <string.h>

static void record_queue(struct cld_call *call, const struct cld_object *q)
{
    struct cld_rec_queue *r =
        cld_rec_reserve(&cld_layer.session, call->thread->file, sizeof *r, CLD_REC_ESSENTIAL);
    if (!r)
        return;
    struct cld_object *device = cld_object_find(q->queue.device);
    r->serial = q->serial;
    r->context = q->context_serial;
    r->device = device ? device->serial : 0;
    r->properties = q->queue.asked;
    r->born_stack = q->born_stack;
    r->forced_profiling = q->queue.forced;
    cld_rec_commit(call->thread->file, r, CLD_REC_QUEUE, 0);
}

/* Sub-devices are as their parents. */
static bool is_cpu(cl_device_id device)
{
    struct cld_object *o = cld_object_find(device);
    while (o && o->kind == CLD_KIND_DEVICE && !o->device.root && o->parent)
        o = o->parent;
    return o && o->kind == CLD_KIND_DEVICE && o->device.is_cpu;
}

static void remember(struct cld_call *call, cl_device_id device, bool forced)
{
    struct cld_object *q = call->created;
    if (!q || q->queue.device) /* handed out again: the default device queue */
        return;
    q->queue.device = device;
    q->queue.limits = cld_device_limits(call, device);
    q->queue.asked = call->asked;
    q->queue.user_profiling = (call->asked & CL_QUEUE_PROFILING_ENABLE) != 0;
    q->queue.forced = forced;
    q->queue.in_order = (call->asked & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
    q->queue.untimed = !forced && !q->queue.user_profiling;
    q->queue.event_cost_ns = is_cpu(device) ? CLD_EVENT_COST_CPU : CLD_EVENT_COST_DEVICE;
    q->flags = call->asked;
    record_queue(call, q);
}

static bool may_force(cl_command_queue_properties asked)
{
    return cld_layer.options.timestamps && !(asked & (CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE));
}

/* ---- clCreateCommandQueue -------------------------------------------------------------------------- */

bool cld_pre_clCreateCommandQueue(struct cld_call *call, struct cld_args_clCreateCommandQueue *a,
                                  cl_command_queue *ret, cl_int *code)
{
    (void)ret;
    (void)code;
    call->asked = a->properties;
    if (may_force(a->properties))
        a->properties |= CL_QUEUE_PROFILING_ENABLE;
    return true;
}

void cld_post_clCreateCommandQueue(struct cld_call *call, struct cld_args_clCreateCommandQueue *a,
                                   cl_command_queue *ret, cl_int *code)
{
    bool forced = a->properties != call->asked;
    if (!*ret && forced) { /* ask as the program did: its error, or its queue, is what it shall have */
        forced = false;
        *ret = call->target->next.clCreateCommandQueue(a->context, a->device, call->asked, code);
        if (*ret)
            cld_call_created(call, CLD_KIND_QUEUE, *ret);
    }
    if (*ret)
        remember(call, a->device, forced);
}

/* ---- clCreateCommandQueueWithProperties and its KHR form ------------------------------------------- */

static size_t list_length(const cl_queue_properties *list) /* with the final 0 */
{
    size_t n = 0;
    while (list && list[n])
        n += 2;
    return list ? n + 1 : 0;
}

static cl_command_queue_properties asked_in(const cl_queue_properties *list)
{
    for (size_t i = 0; list && list[i]; i += 2)
        if (list[i] == CL_QUEUE_PROPERTIES)
            return (cl_command_queue_properties)list[i + 1];
    return 0;
}

/* A copy of the program's list with profiling in it; NULL: leave the list as it is. */
static cl_queue_properties *with_profiling(const cl_queue_properties *list)
{
    size_t n = list_length(list);
    cl_queue_properties *copy = malloc((n + 3) * sizeof *copy);
    if (!copy)
        return NULL;
    size_t at = 0;
    bool found = false;
    for (; list && list[at]; at += 2) {
        copy[at] = list[at];
        copy[at + 1] = list[at + 1];
        if (list[at] == CL_QUEUE_PROPERTIES) {
            copy[at + 1] |= CL_QUEUE_PROFILING_ENABLE;
            found = true;
        }
    }
    if (!found) {
        copy[at++] = CL_QUEUE_PROPERTIES;
        copy[at++] = CL_QUEUE_PROFILING_ENABLE;
    }
    copy[at] = 0;
    return copy;
}

static const cl_queue_properties *prepare_list(struct cld_call *call, const cl_queue_properties *list)
{
    call->asked_list = list;
    call->asked = asked_in(list);
    call->own_list = may_force(call->asked) ? with_profiling(list) : NULL;
    return call->own_list ? call->own_list : list;
}

static void remember_list(struct cld_call *call, cl_device_id device, bool forced)
{
    struct cld_object *q = call->created;
    remember(call, device, forced);
    size_t n = list_length(call->asked_list);
    if (q && n > 0 && n <= sizeof q->queue.properties / sizeof q->queue.properties[0]) {
        q->queue.n_properties = (uint32_t)n;
        memcpy(q->queue.properties, call->asked_list, n * sizeof(cl_queue_properties));
    }
}

bool cld_pre_clCreateCommandQueueWithProperties(struct cld_call *call,
                                                struct cld_args_clCreateCommandQueueWithProperties *a,
                                                cl_command_queue *ret, cl_int *code)
{
    (void)ret;
    (void)code;
    a->properties = prepare_list(call, a->properties);
    return true;
}

void cld_post_clCreateCommandQueueWithProperties(struct cld_call *call,
                                                 struct cld_args_clCreateCommandQueueWithProperties *a,
                                                 cl_command_queue *ret, cl_int *code)
{
    bool forced = call->own_list != NULL;
    if (!*ret && forced) {
        forced = false;
        *ret = call->target->next.clCreateCommandQueueWithProperties(a->context, a->device, call->asked_list,
                                                                     code);
        if (*ret)
            cld_call_created(call, CLD_KIND_QUEUE, *ret);
    }
    if (*ret)
        remember_list(call, a->device, forced);
    free(call->own_list);
    a->properties = call->asked_list;
}

bool cld_pre_clCreateCommandQueueWithPropertiesKHR(struct cld_call *call,
                                                   struct cld_args_clCreateCommandQueueWithPropertiesKHR *a,
                                                   cl_command_queue *ret, cl_int *code)
{
    (void)ret;
    (void)code;
    a->properties =
        (const cl_queue_properties_khr *)prepare_list(call, (const cl_queue_properties *)a->properties);
    return true;
}

void cld_post_clCreateCommandQueueWithPropertiesKHR(struct cld_call *call,
                                                    struct cld_args_clCreateCommandQueueWithPropertiesKHR *a,
                                                    cl_command_queue *ret, cl_int *code)
{
    bool forced = call->own_list != NULL;
    if (!*ret && forced) {
        forced = false;
        *ret = ((cld_ext_clCreateCommandQueueWithPropertiesKHR)cld_call_ext(call))(
            a->context, a->device, (const cl_queue_properties_khr *)call->asked_list, code);
        if (*ret)
            cld_call_created(call, CLD_KIND_QUEUE, *ret);
    }
    if (*ret)
        remember_list(call, a->device, forced);
    free(call->own_list);
    a->properties = (const cl_queue_properties_khr *)call->asked_list;
}

/* ---- what the program may ask ----------------------------------------------------------------------- */

static bool is_disguised(const struct cld_object *q)
{
    return q && q->kind == CLD_KIND_QUEUE && q->queue.forced && !q->queue.user_profiling;
}

static cl_int answer_list(const struct cld_object *q, size_t room, void *out, size_t *size_ret)
{
    size_t size = q->queue.n_properties * sizeof(cl_queue_properties);
    if (out && room < size)
        return CL_INVALID_VALUE;
    if (out)
        memcpy(out, q->queue.properties, size);
    if (size_ret)
        *size_ret = size;
    return CL_SUCCESS;
}

bool cld_pre_clGetCommandQueueInfo(struct cld_call *call, struct cld_args_clGetCommandQueueInfo *a,
                                   cl_int *ret, cl_int *code)
{
    struct cld_object *q = cld_call_object(call, CLD_KIND_QUEUE);
    size_t size;
    (void)code;
    if (a->param_name == CL_QUEUE_REFERENCE_COUNT)
        cld_harvest_drain(50);
    if (a->param_name != CL_QUEUE_PROPERTIES_ARRAY || !is_disguised(q))
        return true;
    /* Does this driver know the question at all? */
    if (call->target->next.clGetCommandQueueInfo(a->command_queue, a->param_name, 0, NULL, &size) !=
        CL_SUCCESS)
        return true;
    *ret = answer_list(q, a->param_value_size, a->param_value, a->param_value_size_ret);
    return false;
}

void cld_post_clGetCommandQueueInfo(struct cld_call *call, struct cld_args_clGetCommandQueueInfo *a,
                                    cl_int *ret, cl_int *code)
{
    (void)code;
    if (*ret == CL_SUCCESS && a->param_name == CL_QUEUE_PROPERTIES && a->param_value &&
        is_disguised(cld_call_object(call, CLD_KIND_QUEUE)))
        *(cl_command_queue_properties *)a->param_value &=
            ~(cl_command_queue_properties)CL_QUEUE_PROFILING_ENABLE;
}

/* OpenCL 1.0: the program switches profiling on or off by itself. Ours stays on; its view follows. */
bool cld_pre_clSetCommandQueueProperty(struct cld_call *call, struct cld_args_clSetCommandQueueProperty *a,
                                       cl_int *ret, cl_int *code)
{
    struct cld_object *q = cld_call_object(call, CLD_KIND_QUEUE);
    (void)ret;
    (void)code;
    call->asked = a->enable;
    if (q && (q->queue.forced || q->queue.user_profiling) && (a->properties & CL_QUEUE_PROFILING_ENABLE) &&
        a->properties == CL_QUEUE_PROFILING_ENABLE)
        a->enable = CL_TRUE;
    return true;
}

void cld_post_clSetCommandQueueProperty(struct cld_call *call, struct cld_args_clSetCommandQueueProperty *a,
                                        cl_int *ret, cl_int *code)
{
    struct cld_object *q = cld_call_object(call, CLD_KIND_QUEUE);
    (void)code;
    if (*ret != CL_SUCCESS || !q)
        return;
    if (a->old_properties && is_disguised(q))
        *a->old_properties &= ~(cl_command_queue_properties)CL_QUEUE_PROFILING_ENABLE;
    if (a->properties & CL_QUEUE_PROFILING_ENABLE) {
        q->queue.forced = true; /* on underneath from now on, whatever the program switches */
        q->queue.user_profiling = call->asked != CL_FALSE;
        q->queue.untimed = false;
    }
    if (a->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        q->queue.in_order = call->asked == CL_FALSE;
}

bool cld_pre_clFinish(struct cld_call *call, struct cld_args_clFinish *a, cl_int *ret, cl_int *code)
{
    struct cld_object *q = cld_call_object(call, CLD_KIND_QUEUE);
    (void)a;
    (void)ret;
    (void)code;
    /* What others enqueue meanwhile is not waited for. A command that another thread has a number for but is
       still enqueuing may come after this clFinish: then nothing is learned from it. */
    uint64_t through = q ? atomic_load_explicit(&q->queue.through, memory_order_acquire) : 0;
    uint64_t numbered = q ? atomic_load(&q->queue.seq) : 0;
    call->seq = through >= numbered ? numbered : 0;
    if (q)
        cld_call_waits(call, q, numbered);
    return true;
}

void cld_post_clFinish(struct cld_call *call, struct cld_args_clFinish *a, cl_int *ret, cl_int *code)
{
    struct cld_object *q = cld_call_object(call, CLD_KIND_QUEUE);
    (void)a;
    (void)code;
    cld_call_waited(call);
    if (*ret == CL_SUCCESS && q)
        cld_queue_finished(q, call->seq);
    cld_logs_read();
    cld_bands_look();
}
