/* vstore2, 4 and 16 to one vector too far, in the middle of a larger buffer. */
//!
//! finding id=out-of-bounds-write kernel=k source="two: vstore2((float2)(i), i + FAULT, out)" count=1 line=@launch memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=8 work_item.global=[31,0,0]
//! finding id=out-of-bounds-write kernel=k source="four: vstore4((float4)(i), i + 15 * FAULT, out)" count=1 line=@launch memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=16 work_item.global=[1,0,0]
//! finding id=out-of-bounds-write kernel=k source="sixteen: vstore16((float16)(i), 3, out + 2 * FAULT)" count=1 line=@launch memory.space=global memory.name=out memory.size=256 memory.offset=200 memory.bytes=64 work_item.global=[3,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    vstore2((float2)(i), i + FAULT, out);\n" // #two
                              "    if (i < 2)\n"
                              "        vstore4((float4)(i), i + 15 * FAULT, out);\n" // #four
                              "    if (i == 3)\n"
                              "        vstore16((float16)(i), 3, out + 2 * FAULT);\n" // #sixteen
                              "}\n";

int main(void)
{
    cl_float host[4 * COUNT];
    begin(kernels);
    cl_mem all = floats(4 * COUNT), out = middle_of(all, 512, 256);
    set_buffer(0, out);
    run(32); // @launch
    get(all, host, sizeof host);
    CHECK(host[127] == 128 && host[192] == 193 && host[195] == 196 && host[209] == 210);
    CHECK(host[128 + 20] == (FAULT ? 9 : 10));
    return end();
}
