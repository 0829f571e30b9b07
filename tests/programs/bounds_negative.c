/* The left neighbour of the first element. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i - 1]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=-4 memory.bytes=4 work_item.global=[0,0,0] evidence.cause_id=negative-index
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float left = 0;\n"
                              "#if !FAULT\n"
                              "    if (i > 0)\n"
                              "#endif\n"
                              "        left = in[i - 1];\n" // #bad
                              "    out[i] = in[i] - left;\n"
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
    for (int i = 0; i < COUNT; i++)
        CHECK(host[i] == 1);
    return end();
}
