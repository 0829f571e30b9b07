/* Timestamps of a user event: it is no command's. */
//!
//! finding id=profiling-not-enabled severity=error call=clGetEventProfilingInfo code=-7 line=@ask arg=event message~="user event"
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
    clSetUserEventStatus(go, CL_COMPLETE);
    clFinish(timed);
    clGetEventProfilingInfo(FAULT ? go : done, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL); // @ask
    clReleaseEvent(go);
    clReleaseEvent(done);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(timed);
    tear_down();
    return 0;
}
