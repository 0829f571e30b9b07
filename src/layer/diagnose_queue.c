/* diagnose_queue.c - command-queues: OpenCL 3.0, 5.1. */
#include "layer/diagnose_check.h"

#include <string.h>

/* The properties that the program asked for; the layer may have added profiling to its list. */
static uint64_t asked(const struct cld_diag *d)
{
    return d->call->asked;
}

static bool asks_for_size(struct cld_diag *d, uint64_t *size)
{
    const uint64_t *list = cld_ptr(d, "properties");
    uint64_t pair[2];
    for (size_t i = 0; list && i < 16 && cld_peek_entry(list, i, pair, sizeof pair) && pair[0]; i++) {
        if (pair[0] != CL_QUEUE_SIZE)
            continue;
        *size = pair[1];
        return true;
    }
    return false;
}

static bool contradictory(struct cld_diag *d)
{
    uint64_t p = asked(d), size = 0;
    if (!cld_is(d, CL_INVALID_VALUE))
        return false;
    if ((p & CL_QUEUE_ON_DEVICE_DEFAULT) && !(p & CL_QUEUE_ON_DEVICE))
        return cld_blame(d, "properties",
                         "`properties` has CL_QUEUE_ON_DEVICE_DEFAULT without CL_QUEUE_ON_DEVICE") &&
               cld_fix(d, "set both, and CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE");
    if ((p & CL_QUEUE_ON_DEVICE) && !(p & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        return cld_blame(
                   d, "properties",
                   "`properties` has CL_QUEUE_ON_DEVICE without CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE") &&
               cld_fix(d, "set both: queues on the device are always out of order");
    if (asks_for_size(d, &size) && !(p & CL_QUEUE_ON_DEVICE))
        return cld_blame(d, "properties",
                         "`properties` has CL_QUEUE_SIZE, which is for queues on the device only") &&
               cld_fix(d, "leave out CL_QUEUE_SIZE, or add CL_QUEUE_ON_DEVICE");
    return !cld_value_known("cl_command_queue_properties", p) && cld_only(d, CL_INVALID_VALUE) &&
           cld_blame(d, "properties", "`properties` is %s, with bits that no queue has",
                     cld_value_text("cl_command_queue_properties", p).at) &&
           cld_fix(d, "combine constants of cl_command_queue_properties only");
}

static bool unsupported(struct cld_diag *d)
{
    uint64_t p = asked(d), size = 0;
    bool on_device = (p & CL_QUEUE_ON_DEVICE) != 0;
    cl_device_id device = (cl_device_id)(uintptr_t)cld_num(d, "device");
    if (!cld_alive(cld_object_find(device)) || !cld_is(d, CL_INVALID_QUEUE_PROPERTIES))
        return false;
    uint64_t can = cld_device_number(
        d, device, on_device ? CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES : CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
    uint64_t missing =
        p & ~can & ~(uint64_t)(on_device ? CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT : 0);
    if (missing || (on_device && !can))
        return cld_blame(d, "properties", "`properties` asks for %s, and the device's %s queues offer %s",
                         cld_value_text("cl_command_queue_properties", missing ? missing : p).at,
                         on_device ? "own" : "host", cld_value_text("cl_command_queue_properties", can).at) &&
               cld_fix(d, "leave out what the device does not offer");
    uint64_t most = cld_device_number(d, device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
    return on_device && asks_for_size(d, &size) && size > most && cld_expected(d, most, size) &&
           cld_blame(d, "properties", "CL_QUEUE_SIZE is %llu, and the device allows %llu",
                     (unsigned long long)size, (unsigned long long)most) &&
           cld_fix(d, "use at most CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE");
}

static bool create_queue(struct cld_diag *d)
{
    return cld_not_in_context(d, "device") || contradictory(d) || unsupported(d);
}

static bool create_queue_with_list(struct cld_diag *d)
{
    return cld_not_in_context(d, "device") ||
           cld_properties(d, CL_INVALID_VALUE, "properties", "cl_queue_properties") || contradictory(d) ||
           unsupported(d);
}

/* Deprecated by OpenCL 1.1: 1.0, 5.1. */
static bool set_property(struct cld_diag *d)
{
    if (cld_bits(d, CL_INVALID_VALUE, "properties"))
        return true;
    return cld_only(d, CL_INVALID_OPERATION) &&
           cld_blame(d, "command_queue",
                     "this implementation does not let the properties of a queue be changed") &&
           cld_fix(d,
                   "create another queue with the properties wanted; this function is gone since OpenCL 1.1");
}

static bool set_default(struct cld_diag *d)
{
    const struct cld_object *q = cld_obj(d, "command_queue");
    if (cld_not_in_context(d, "device"))
        return true;
    if (q && q->kind == CLD_KIND_QUEUE && !(q->queue.asked & CL_QUEUE_ON_DEVICE) &&
        cld_is(d, CL_INVALID_COMMAND_QUEUE))
        return cld_blame(d, "command_queue",
                         "`command_queue` is a queue on the host, where one on the device is needed") &&
               cld_fix(d, "create it with CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE");
    return cld_only(d, CL_INVALID_OPERATION) &&
           cld_blame(d, "device", "`device` does not let its default queue be replaced") &&
           cld_fix(d,
                   "ask CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES for CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT first");
}

/* A query that only queues on the device answer. */
static bool queue_info(struct cld_diag *d)
{
    const struct cld_object *q = cld_obj(d, "command_queue");
    return cld_num(d, "param_name") == CL_QUEUE_SIZE && q && q->kind == CLD_KIND_QUEUE &&
           !(q->queue.asked & CL_QUEUE_ON_DEVICE) && cld_is(d, CL_INVALID_COMMAND_QUEUE) &&
           cld_blame(d, "command_queue",
                     "CL_QUEUE_SIZE is a question for queues on the device, and `command_queue` is "
                     "one on the host") &&
           cld_fix(d, "ask this of queues created with CL_QUEUE_ON_DEVICE only");
}

const struct cld_checks cld_checks_queue[] = {
    {CLD_FN_clCreateCommandQueue, create_queue},
    {CLD_FN_clCreateCommandQueueWithProperties, create_queue_with_list},
    {CLD_FN_clCreateCommandQueueWithPropertiesKHR, create_queue_with_list},
    {CLD_FN_clSetCommandQueueProperty, set_property},
    {CLD_FN_clSetDefaultDeviceCommandQueue, set_default},
    {CLD_FN_clGetCommandQueueInfo, queue_info},
    {0, NULL},
};
