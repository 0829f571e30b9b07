/* diagnose_event.c - events, markers, waiting and profiling: OpenCL 3.0, 5.11 to 5.15. */
#include "layer/diagnose_check.h"

static cl_int status_of(struct cld_diag *d, const struct cld_object *e)
{
    cl_int status = CL_QUEUED;
    if (cld_alive(e) && d->next->clGetEventInfo)
        d->next->clGetEventInfo(e->handle, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return status;
}

static bool wait_for(struct cld_diag *d)
{
    return cld_list(d, CL_INVALID_VALUE, "num_events", "event_list");
}

static bool marker(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "event",
                    "pass the address of a cl_event: without one, a marker has no use");
}

/* ---- 5.11: user events
 * ------------------------------------------------------------------------------------------------ */

static bool set_status(struct cld_diag *d)
{
    const struct cld_object *e = cld_obj(d, "event");
    bool is_event = e && e->kind == CLD_KIND_EVENT;
    cl_int status = (cl_int)cld_num(d, "execution_status"), now = is_event ? status_of(d, e) : CL_QUEUED;
    if (is_event && !e->event.user && cld_is(d, CL_INVALID_EVENT))
        return cld_blame(d, "event",
                         "`event` is the event of a command, and only user events can be given a status") &&
               cld_fix(d, "create the event with clCreateUserEvent");
    if (status > 0 && cld_is(d, CL_INVALID_VALUE))
        return cld_blame(d, "execution_status",
                         "`execution_status` is %s (%d), and must be CL_COMPLETE (0) or an error below 0",
                         cld_value_text("cl_command_execution_status", (uint64_t)status).at, status) &&
               cld_fix(d, "pass CL_COMPLETE");
    return is_event && e->event.user && now <= CL_COMPLETE && cld_is(d, CL_INVALID_OPERATION) &&
           cld_blame(d, "event", "the status of `event` was set before, to %d, and can be set once only",
                     now) &&
           cld_fix(d, "create a new user event for each use");
}

static bool callback(struct cld_diag *d)
{
    cl_int type = (cl_int)cld_num(d, "command_exec_callback_type");
    if (cld_null(d, CL_INVALID_VALUE, "pfn_notify", "pass the function to be called"))
        return true;
    return (type < CL_COMPLETE || type > CL_SUBMITTED) && cld_is(d, CL_INVALID_VALUE) &&
           cld_blame(d, "command_exec_callback_type",
                     "`command_exec_callback_type` is %d, and must be CL_COMPLETE, CL_RUNNING or "
                     "CL_SUBMITTED",
                     type) &&
           cld_fix(d, "pass CL_COMPLETE to be told of the end; errors come with it");
}

/* ---- 5.14: profiling
 * ------------------------------------------------------------------------------------------------- */

/* True also of answers that other drivers refuse to give: the times of a command are known when it has ended.
 */
static bool not_ended(struct cld_diag *d, const struct cld_object *e)
{
    cl_int status = status_of(d, e);
    return status > CL_COMPLETE && cld_as(d, CLD_FINDING_PROFILING_NOT_ENABLED) &&
           cld_blame(d, "event", "the command of `event` has not ended: its status is %s",
                     cld_value_text("cl_command_execution_status", (uint64_t)status).at) &&
           cld_fix(d, "wait for the event with clWaitForEvents first");
}

bool cld_check_times_use(struct cld_diag *d)
{
    const struct cld_object *e = cld_obj(d, "event");
    return e && e->kind == CLD_KIND_EVENT && !e->event.user && cld_is(d, CL_PROFILING_INFO_NOT_AVAILABLE) &&
           not_ended(d, e);
}

static bool no_times(struct cld_diag *d)
{
    const struct cld_object *e = cld_obj(d, "event");
    if (!e || e->kind != CLD_KIND_EVENT || !cld_is(d, CL_PROFILING_INFO_NOT_AVAILABLE))
        return false;
    const struct cld_object *q =
        e->parent && atomic_load(&e->parent->serial) == e->parent_serial ? e->parent : NULL;
    if (e->event.user)
        return cld_as(d, CLD_FINDING_PROFILING_NOT_ENABLED) &&
               cld_blame(d, "event", "`event` is a user event, and those have no times") &&
               cld_fix(d, "ask for the times of a command's event");
    if (q && q->kind == CLD_KIND_QUEUE && !q->queue.user_profiling) {
        cld_report_object(d->r, q);
        return cld_as(d, CLD_FINDING_PROFILING_NOT_ENABLED) &&
               cld_blame(d, "event", "the queue of `event` was created without CL_QUEUE_PROFILING_ENABLE") &&
               cld_fix(d, "create the queue with CL_QUEUE_PROFILING_ENABLE");
    }
    return not_ended(d, e);
}

const struct cld_checks cld_checks_event[] = {
    {CLD_FN_clWaitForEvents, wait_for},
    {CLD_FN_clEnqueueWaitForEvents, wait_for},
    {CLD_FN_clEnqueueMarker, marker},
    {CLD_FN_clSetUserEventStatus, set_status},
    {CLD_FN_clSetEventCallback, callback},
    {CLD_FN_clGetEventProfilingInfo, no_times},
    {0, NULL},
};
