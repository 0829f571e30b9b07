/* diagnose_record.c - command buffers: cl_khr_command_buffer and cl_khr_command_buffer_mutable_dispatch. */
#include "layer/diagnose_check.h"

static cl_command_buffer_state_khr state_of(struct cld_diag *d, bool *known)
{
    cl_command_buffer_state_khr state = 0;
    struct cld_object *b = cld_obj(d, "command_buffer");
    enum cld_fn own = d->call->fn;
    d->call->fn = CLD_FN_clGetCommandBufferInfoKHR; /* whose function is wanted */
    cld_ext_clGetCommandBufferInfoKHR f = (cld_ext_clGetCommandBufferInfoKHR)cld_call_ext(d->call);
    d->call->fn = own;
    *known = f && cld_alive(b) && b->kind == CLD_KIND_COMMAND_BUFFER &&
             f(b->handle, CL_COMMAND_BUFFER_STATE_KHR, sizeof state, &state, NULL) == CL_SUCCESS;
    return state;
}

static bool in_state(struct cld_diag *d, bool recording)
{
    bool known;
    if (!cld_is(d, CL_INVALID_OPERATION))
        return false;
    bool is_recording = state_of(d, &known) == CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
    if (!known || is_recording == recording)
        return false;
    if (recording)
        return cld_blame(d, "command_buffer", "`command_buffer` is finalized, and takes no more commands") &&
               cld_fix(d, "record all commands before clFinalizeCommandBufferKHR");
    return cld_blame(d, "command_buffer", "`command_buffer` is not finalized") &&
           cld_fix(d, "call clFinalizeCommandBufferKHR first");
}

/* What every recorded command shares. With cl_khr_command_buffer_multi_device a queue may be named. */
static bool recorded(struct cld_diag *d)
{
    if (cld_ptr(d, "command_queue") && cld_only(d, CL_INVALID_COMMAND_QUEUE))
        return cld_blame(d, "command_queue",
                         "`command_queue` is not NULL: commands are recorded for the buffer's own queue") &&
               cld_fix(d, "pass NULL");
    if (cld_ptr(d, "mutable_handle") && cld_only(d, CL_INVALID_VALUE) &&
        d->call->fn != CLD_FN_clCommandNDRangeKernelKHR)
        return cld_blame(d, "mutable_handle",
                         "`mutable_handle` is not NULL, and this command can't be changed later") &&
               cld_fix(d, "pass NULL");
    return in_state(d, true) || cld_pair(d, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
                                         "num_sync_points_in_wait_list", "sync_point_wait_list");
}

#define RECORDED(name, check)                                                                                \
    static bool name(struct cld_diag *d)                                                                     \
    {                                                                                                        \
        return recorded(d) || check(d);                                                                      \
    }
RECORDED(copy_buffer, cld_check_copy_buffer)
RECORDED(copy_buffer_rect, cld_check_copy_buffer_rect)
RECORDED(copy_buffer_to_image, cld_check_copy_buffer_to_image)
RECORDED(copy_image, cld_check_copy_image)
RECORDED(copy_image_to_buffer, cld_check_copy_image_to_buffer)
RECORDED(fill_buffer, cld_check_fill_buffer)
RECORDED(fill_image, cld_check_fill_image)
RECORDED(launch, cld_check_launch)

static bool create(struct cld_diag *d)
{
    if (cld_list(d, CL_INVALID_VALUE, "num_queues", "queues"))
        return true;
    if (cld_num(d, "num_queues") > 1 && cld_only(d, CL_INVALID_VALUE))
        return cld_blame(d, "num_queues", "`num_queues` is %u, and one queue is supported",
                         (unsigned)cld_num(d, "num_queues")) &&
               cld_fix(d, "make a command buffer for each queue");
    return cld_properties(d, CL_INVALID_VALUE, "properties", "cl_command_buffer_properties_khr");
}

static bool finalize(struct cld_diag *d)
{
    return in_state(d, true);
}

static bool enqueue(struct cld_diag *d)
{
    return cld_pair(d, CL_INVALID_VALUE, "num_queues", "queues") || in_state(d, false);
}

static bool update(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "mutable_config",
                    "pass the address of a cl_mutable_base_config_khr") ||
           in_state(d, false);
}

static bool command_info(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_MUTABLE_COMMAND_KHR, "command",
                    "pass a handle that clCommandNDRangeKernelKHR returned");
}

const struct cld_checks cld_checks_record[] = {
    {CLD_FN_clCreateCommandBufferKHR, create},
    {CLD_FN_clFinalizeCommandBufferKHR, finalize},
    {CLD_FN_clEnqueueCommandBufferKHR, enqueue},
    {CLD_FN_clCommandBarrierWithWaitListKHR, recorded},
    {CLD_FN_clCommandCopyBufferKHR, copy_buffer},
    {CLD_FN_clCommandCopyBufferRectKHR, copy_buffer_rect},
    {CLD_FN_clCommandCopyBufferToImageKHR, copy_buffer_to_image},
    {CLD_FN_clCommandCopyImageKHR, copy_image},
    {CLD_FN_clCommandCopyImageToBufferKHR, copy_image_to_buffer},
    {CLD_FN_clCommandFillBufferKHR, fill_buffer},
    {CLD_FN_clCommandFillImageKHR, fill_image},
    {CLD_FN_clCommandNDRangeKernelKHR, launch},
    {CLD_FN_clUpdateMutableCommandsKHR, update},
    {CLD_FN_clGetMutableCommandInfoKHR, command_info},
    {0, NULL},
};
