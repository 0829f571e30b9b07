/* A row of floats read four at a time, from the second on: float4 needs a multiple of 16. */
//!
//! finding id=misaligned-access kernel=k source="bad: *(global const float4 *)(in + 4 * i + FAULT)" count=16 line=@launch created=@in memory.space=global memory.name=in memory.size=272 memory.offset=4 memory.bytes=16 alignment.needed=16 work_item.global=[0,0,0] message~="reads `*(global const float4 *)(in + 4 * i + 1)` at an address that is no multiple of 16: byte 4 of `in` (buffer of 272 bytes)" evidence.cause_id=misaligned-offset
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float4 v = *(global const float4 *)(in + 4 * i + FAULT);\n" // #bad
                              "    out[i] = v.x + v.w;\n"
                              "}\n";

int main(void)
{
    cl_float host[16];
    begin(kernels);
    cl_mem out = floats(16), in = floats(COUNT + 4); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 5) && host[15] == (FAULT ? 0 : 125));
    return end();
}
