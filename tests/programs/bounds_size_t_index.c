/* get_global_id(0) - 1 of work-item 0 is the largest size_t: four bytes before the buffer. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[get_global_id(0) - FAULT]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=-4 memory.bytes=4 work_item.global=[0,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    out[get_global_id(0)] = in[get_global_id(0) - FAULT];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 1) && host[63] == 64 - FAULT);
    return end();
}
