/* Timestamps of a command that still waits: refused, with whatever code, or answered, which is a warning. */
//!
//! finding id=profiling-not-enabled severity=error call=clGetEventProfilingInfo code=-7 line=@ask arg=event message~="has not ended" fix~=clWaitForEvents
//! or id=profiling-not-enabled call=clGetEventProfilingInfo line=@ask arg=event message~="has not ended" fix~=clWaitForEvents
#include "support.h"

int main(void)
{
    cl_ulong end = 0;
    const cl_float zero = 0;
    set_up();
    cl_command_queue timed = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
    cl_mem buffer = new_buffer(BYTES);
    cl_event go = clCreateUserEvent(context, NULL), done;
    clEnqueueFillBuffer(timed, buffer, &zero, sizeof zero, 0, BYTES, 1, &go, &done);
    if (!FAULT) {
        clSetUserEventStatus(go, CL_COMPLETE);
        clWaitForEvents(1, &done);
    }
    clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL); // @ask
    if (FAULT)
        clSetUserEventStatus(go, CL_COMPLETE);
    clFinish(timed);
    clReleaseEvent(go);
    clReleaseEvent(done);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(timed);
    tear_down();
    return 0;
}
