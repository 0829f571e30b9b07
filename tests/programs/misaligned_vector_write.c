/* Pairs written behind a header of one float: every float2 is at an odd multiple of 4. */
//!
//! finding id=misaligned-access kernel=k source="bad: ((global float2 *)(out + FAULT))[i]" count=8 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.offset=4 memory.bytes=8 alignment.needed=8 message~="writes" fix~=vstore2
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    ((global float2 *)(out + FAULT))[i] = (float2)(i, -i);\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT); // @out
    set_buffer(0, out);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[2] == (FAULT ? 3 : 1) && host[15] == (FAULT ? 16 : -7) && host[16] == 17);
    return end();
}
