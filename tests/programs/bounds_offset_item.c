/* The same with one work-item: its global id has the offset, its group's number has not. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i + FAULT]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0] work_item.local=[7,0,0] work_item.group=[5,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = in[i + FAULT];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    const size_t offset = 16, items = COUNT - 16, group = 8;
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &items, &group, 0, NULL, NULL); // @launch
    get(out, host, sizeof host);
    CHECK(host[15] == 16 && host[16] == 17 + FAULT && host[63] == (FAULT ? 0 : 64));
    return end();
}
