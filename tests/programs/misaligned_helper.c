/* A function takes a float4 *, and a caller makes one of floats, one too far: its other caller is right. */
//!
//! finding id=misaligned-access kernel=k source="bad: v[0]" count=8 line=@launch created=@in memory.space=global memory.size=256 memory.bytes=16 memory.offset=12 alignment.needed=16 source.function=first
//! checked
#include "bounds.h"

static const char kernels[] =
    "float first(global const float4 *v)\n"
    "{\n"
    "    return v[0].y;\n" // #bad
    "}\n"
    "kernel void k(global float *out, global const float *in, global const float4 *good)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    out[i] = first((global const float4 *)(in + 4 * i + 3 * FAULT)) + first(good + i);\n"
    "}\n";

int main(void)
{
    cl_float host[8];
    begin(kernels);
    cl_mem out = floats(8), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    set_buffer(2, floats(COUNT));
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 2 : 4) && host[7] == (FAULT ? 30 : 60));
    return end();
}
