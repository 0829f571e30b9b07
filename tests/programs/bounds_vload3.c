/* vload3 takes twelve bytes, not sixteen: of n triples the last is whole, and the next is behind the end. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: vload3(i + FAULT, in)" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=192 memory.offset=192 memory.bytes=12 work_item.global=[15,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = vload3(i + FAULT, in).z;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[16];
    begin(kernels);
    cl_mem out = floats(16), in = floats(48); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 6 : 3));
    CHECK(host[15] == (FAULT ? 0 : 48));
    return end();
}
