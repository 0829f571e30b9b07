/* vload4 needs the alignment of a float, and no more; and that it needs. */
//!
//! finding id=misaligned-access kernel=k source="bad: vload4(i, (global const float *)(in + 4 + FAULT))" count=4 line=@launch created=@in memory.space=global memory.name=in memory.size=128 memory.bytes=16 memory.offset=5 alignment.needed=4
//! checked
#include "misaligned.h"

static const char kernels[] = "kernel void k(global int *out, global const uchar *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float4 v = vload4(i, (global const float *)(in + 4 + FAULT));\n" // #bad
                              "    out[i] = as_int(v.x) & 255;\n"
                              "}\n";

int main(void)
{
    cl_int host[4];
    begin(kernels);
    cl_mem out = ints(4, 7), in = bytes_buffer(128); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(4); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 4) && host[3] == (FAULT ? 0 : 52));
    return end();
}
