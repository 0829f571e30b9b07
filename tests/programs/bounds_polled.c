/* The program asks whether the kernel has ended, again and again, and waits for nothing: it leaves by exit().
 */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i + FAULT]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = in[i + FAULT];\n" // #bad
                              "}\n";

int main(void)
{
    const size_t items = COUNT;
    cl_event event;
    cl_int status = CL_QUEUED;
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event); // @launch
    clFlush(queue);
    while (status > CL_COMPLETE) {
        usleep(1000);
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    }
    clReleaseEvent(event);
    exit(end());
}
