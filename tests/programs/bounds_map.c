/* The program waits by mapping the result. */
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
    const size_t items = COUNT, bytes = COUNT * sizeof(cl_float);
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL); // @launch
    cl_float *p = clEnqueueMapBuffer(queue, out, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL, NULL);
    CHECK(p[0] == 1 + FAULT && p[63] == (FAULT ? 0 : 64));
    clEnqueueUnmapMemObject(queue, out, p, 0, NULL, NULL);
    clFinish(queue);
    return end();
}
