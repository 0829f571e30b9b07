/* vloada_half4 and vstorea_half4 need multiples of 8; vload_half4 does not. */
//!
//! finding id=misaligned-access kernel=k source="load: vloada_half4(i, in + FAULT)" count=8 line=@launch created=@in memory.space=global memory.name=in memory.size=128 memory.bytes=8 memory.offset=2 alignment.needed=8 fix~=vload4
//! finding id=misaligned-access kernel=k source="store: vstorea_half4(v, i, out + FAULT)" count=8 line=@launch created=@out memory.space=global memory.name=out memory.size=128 memory.bytes=8 memory.offset=2 alignment.needed=8 fix~=vstore4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global half *out, global const half *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float4 v = vloada_half4(i, in + FAULT);\n" // #load
                              "    v += vload_half4(i, in + 1);\n"
                              "    vstore_half(v.x, 4 * i + 1, out);\n"
                              "    vstorea_half4(v, i, out + FAULT);\n" // #store
                              "}\n";

int main(void)
{
    cl_ushort host[COUNT], ones[COUNT];
    for (int i = 0; i < COUNT; i++)
        ones[i] = 0x3c00;
    begin(kernels);
    cl_mem out = buffer_with(ones, sizeof ones); // @out
    cl_mem in = buffer_with(ones, sizeof ones);  // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0x3c00 : 0x4000) && host[1] == (FAULT ? 0x3c00 : 0x4000) && host[32] == 0x3c00);
    return end();
}
