/* The access is an argument of a macro that uses it twice: both places are the argument's. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i + FAULT]" line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! finding id=out-of-bounds-read kernel=k source="bad: in[i + FAULT]" line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "#define SQUARE(x) ((x) * (x))\n"
                              "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = SQUARE(in[i + FAULT]);\n" // #bad
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
    CHECK(host[0] == (FAULT ? 4 : 1) && host[63] == (FAULT ? 0 : 4096));
    return end();
}
