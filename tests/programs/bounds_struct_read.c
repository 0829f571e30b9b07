/* A whole struct, copied from behind the last one. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i + FAULT]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=128 memory.offset=128 memory.bytes=16 work_item.global=[7,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { int id; float w[3]; } item;\n"
                              "kernel void k(global float *out, global const item *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    item copy = in[i + FAULT];\n" // #bad
                              "    out[i] = copy.w[2];\n"
                              "}\n";

int main(void)
{
    cl_float host[8];
    begin(kernels);
    cl_mem out = floats(8), in = floats(32); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 8 : 4));
    CHECK(host[7] == (FAULT ? 0 : 32));
    return end();
}
