/* Half numbers: vload_half, vstore_half and vloada_half of a device that needs no cl_khr_fp16 for them. */
//!
//! finding id=out-of-bounds-read kernel=k source="load: vload_half(i + FAULT, in)" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=32 memory.offset=32 memory.bytes=2 work_item.global=[15,0,0]
//! finding id=out-of-bounds-read kernel=k source="loada: vloada_half4(3 - i / 4 + FAULT, in)" count=4 line=@launch created=@in memory.space=global memory.name=in memory.size=32 memory.offset=32 memory.bytes=8
//! finding id=out-of-bounds-write kernel=k source="store: vstore_half(f + g.w, i + FAULT, out)" count=1 line=@launch created=@out memory.space=global memory.name=out memory.size=32 memory.offset=32 memory.bytes=2 work_item.global=[15,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global half *out, global const half *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float f = vload_half(i + FAULT, in);\n"            // #load
                              "    float4 g = vloada_half4(3 - i / 4 + FAULT, in);\n" // #loada
                              "    vstore_half(f + g.w, i + FAULT, out);\n"           // #store
                              "}\n";

#define ONE 0x3c00
#define TWO 0x4000

int main(void)
{
    cl_ushort host[16];
    for (int i = 0; i < 16; i++)
        host[i] = ONE;
    begin(kernels);
    cl_mem out = buffer_with(host, sizeof host); // @out
    cl_mem in = buffer_with(host, sizeof host);  // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? ONE : TWO) && host[5] == TWO && host[15] == TWO);
    CHECK(host[1] == (FAULT ? ONE : TWO) && host[4] == (FAULT ? ONE : TWO));
    return end();
}
