/* Timestamps asked of a queue that was not made for it: cldoctor has profiling on underneath, and does not
 * show it. */
//!
//! finding id=profiling-not-enabled severity=error call=clGetEventProfilingInfo code=-7 line=@ask arg=event message~="without CL_QUEUE_PROFILING_ENABLE" object=queue created=@queue
#include "support.h"

int main(void)
{
    cl_ulong end = 0;
    const cl_command_queue_properties profiling = FAULT ? 0 : CL_QUEUE_PROFILING_ENABLE;
    set_up();
    cl_command_queue timed = clCreateCommandQueue(context, device, profiling, NULL); // @queue
    cl_mem buffer = new_buffer(BYTES);
    const cl_float zero = 0;
    cl_event done;
    clEnqueueFillBuffer(timed, buffer, &zero, sizeof zero, 0, BYTES, 0, NULL, &done);
    clFinish(timed);
    clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL); // @ask
    clReleaseEvent(done);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(timed);
    tear_down();
    return !FAULT && end == 0;
}
