/* twin_trace.c - what the pass `trace` has counted (instrument/pass_trace.c), told when the twin goes. */
#include "layer/finding.h"
#include "layer/twin.h"

#include <string.h>

void cld_trace_tell(const struct cld_twins *t, cl_device_id device, cl_mem log)
{
    const cl_icd_dispatch *next = &t->target->next;
    cl_uint counts[4] = {0};
    cl_int error;
    if (strcmp(cld_layer.options.twins, "trace") != 0)
        return;
    cl_command_queue queue = next->clCreateCommandQueue(t->context_handle, device, 0, &error);
    if (queue &&
        next->clEnqueueReadBuffer(queue, log, CL_TRUE, 0, sizeof counts, counts, 0, NULL, NULL) == CL_SUCCESS)
        cld_notice(
            "trace: program %llu: %u accesses with known bounds, %u with unknown ones, %u outside (site %u)",
            (unsigned long long)t->serial, counts[0], counts[1], counts[2], counts[3]);
    if (queue)
        next->clReleaseCommandQueue(queue);
}
