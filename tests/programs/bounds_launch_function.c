/* Launches go through a function of the program: the stack tells which call of it was at fault. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i]" count=4 line=@second created=@small memory.space=global memory.name=in memory.size=240 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = in[i];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), large = floats(COUNT);
    cl_mem small = floats(FAULT ? 60 : 64); // @small
    set_buffer(0, out);
    set_buffer(1, large);
    run(COUNT);
    set_buffer(1, small);
    run(COUNT); // @second
    get(out, host, sizeof host);
    CHECK(host[59] == 60 && host[60] == (FAULT ? 0 : 61));
    return end();
}
