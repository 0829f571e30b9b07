/* 0u - 1 is 4294967295, sixteen GiB behind the buffer. (Bare, this crashes.) */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i - 1]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=17179869180 memory.bytes=4 work_item.global=[0,0,0] evidence.cause_id=negative-index
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    uint i = get_global_id(0);\n"
                              "#if !FAULT\n"
                              "    if (i > 0)\n"
                              "#endif\n"
                              "        out[i] = in[i - 1];\n" // #bad
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
    CHECK(host[0] == (FAULT ? 0 : 1) && host[1] == 1 && host[63] == 63);
    return end();
}
