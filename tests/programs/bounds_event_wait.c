/* The program waits for the launch's event, and then dies of a signal. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[i + FAULT]" count=1 line=@launch memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! exit 137
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i + FAULT] = i;\n" // #bad
                              "}\n";

int main(void)
{
    const size_t items = COUNT;
    cl_event event;
    begin(kernels);
    cl_mem out = floats(COUNT);
    set_buffer(0, out);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event); // @launch
    clWaitForEvents(1, &event);
    clReleaseEvent(event);
    int status = end();
    if (FAULT)
        kill(getpid(), SIGKILL);
    return status;
}
