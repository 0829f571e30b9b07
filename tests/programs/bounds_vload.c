/* vload2, 4 and 16 from one vector too far; of the last, half is inside. */
//!
//! finding id=out-of-bounds-read kernel=k source="two: vload2(i + FAULT, in)" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=512 memory.offset=512 memory.bytes=8 work_item.global=[63,0,0]
//! finding id=out-of-bounds-read kernel=k source="four: vload4(31 - i / 2 + FAULT, in)" count=2 line=@launch created=@in memory.space=global memory.name=in memory.size=512 memory.offset=512 memory.bytes=16
//! finding id=out-of-bounds-read kernel=k source="sixteen: vload16(7 - i / 8, in + 8 * FAULT)" count=8 line=@launch created=@in memory.space=global memory.name=in memory.size=512 memory.offset=480 memory.bytes=64
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float2 two = vload2(i + FAULT, in);\n"                   // #two
                              "    float4 four = vload4(31 - i / 2 + FAULT, in);\n"         // #four
                              "    float16 sixteen = vload16(7 - i / 8, in + 8 * FAULT);\n" // #sixteen
                              "    out[i] = two.y * 1000000 + four.w * 1000 + sixteen.sf;\n"
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(2 * COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 4000000 : 2128128));
    CHECK(host[63] == (FAULT ? 8024 : 128004016));
    return end();
}
