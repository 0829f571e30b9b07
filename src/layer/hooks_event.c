/* hooks_event.c - events: profiling and reference counts answered as bare. */
#include "layer/band.h"
#include "layer/call.h"
#include "layer/diagnose_check.h"
#include "layer/harvest.h"
#include "layer/twin_log.h"

bool cld_pre_clGetEventInfo(struct cld_call *call, struct cld_args_clGetEventInfo *a, cl_int *ret,
                            cl_int *code)
{
    (void)call;
    (void)ret;
    (void)code;
    if (a->param_name != CL_EVENT_REFERENCE_COUNT)
        return true;
    cld_harvest_drain(50);
    cld_logs_read_last(); /* a driver may keep the event with the buffers that its command used: PoCL does */
    return true;
}

void cld_post_clGetEventInfo(struct cld_call *call, struct cld_args_clGetEventInfo *a, cl_int *ret,
                             cl_int *code)
{
    (void)call;
    (void)code;
    if (*ret == CL_SUCCESS && a->param_name == CL_EVENT_REFERENCE_COUNT && a->param_value)
        *(cl_uint *)a->param_value -= cld_harvest_holds(a->event);
}

/* CL_PROFILING_INFO_NOT_AVAILABLE where the program did not ask for profiling: OpenCL 3.0, 5.14. */
bool cld_pre_clGetEventProfilingInfo(struct cld_call *call, struct cld_args_clGetEventProfilingInfo *a,
                                     cl_int *ret, cl_int *code)
{
    struct cld_object *e = cld_call_object(call, CLD_KIND_EVENT);
    struct cld_object *q = e ? e->parent : NULL;
    (void)code;
    if (cld_layer.options.api && a->param_name == CL_PROFILING_COMMAND_END)
        call->dubious = cld_check_times_use; /* a driver may answer before there is an end */
    if (!q || q->serial != e->parent_serial || q->kind != CLD_KIND_QUEUE || !q->queue.forced ||
        q->queue.user_profiling)
        return true;
    *ret = CL_PROFILING_INFO_NOT_AVAILABLE;
    return false;
}

bool cld_pre_clWaitForEvents(struct cld_call *call, struct cld_args_clWaitForEvents *a, cl_int *ret,
                             cl_int *code)
{
    struct cld_object *e = cld_call_object(call, CLD_KIND_EVENT);
    bool of_queue = e && !e->event.user && e->parent && e->parent->kind == CLD_KIND_QUEUE &&
                    e->parent->serial == e->parent_serial;
    (void)a;
    (void)ret;
    (void)code;
    if (of_queue)
        cld_call_waits(call, e->parent, e->event.seq);
    else
        cld_harvest_kick(call->thread);
    return true;
}

/* What was waited for has finished, and on an in-order queue all before it. */
void cld_post_clWaitForEvents(struct cld_call *call, struct cld_args_clWaitForEvents *a, cl_int *ret,
                              cl_int *code)
{
    (void)a;
    (void)code;
    cld_call_waited(call);
    for (uint32_t i = 0; *ret == CL_SUCCESS && i < call->n_objects; i++) {
        struct cld_object *e = call->objects[i], *q = e->parent;
        if (e->kind == CLD_KIND_EVENT && !e->event.user && q && q->serial == e->parent_serial &&
            q->queue.in_order)
            cld_queue_finished(q, e->event.seq);
    }
    cld_logs_read();
    cld_bands_look();
}

void cld_post_clCreateUserEvent(struct cld_call *call, struct cld_args_clCreateUserEvent *a, cl_event *ret,
                                cl_int *code)
{
    (void)a;
    (void)ret;
    (void)code;
    if (call->created) {
        call->created->subkind = CLD_SUB_USER_EVENT;
        call->created->event.user = true;
    }
}
