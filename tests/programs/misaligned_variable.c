/* A pointer to floats that two branches set; as a float4 * it is right in one of them. */
//!
//! finding id=misaligned-access kernel=k source="bad: *v" count=4 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.bytes=16 alignment.needed=16
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    global float *p = out + 8 * i;\n"
                              "    if (i & 1)\n"
                              "        p += 4 - FAULT;\n"
                              "    global float4 *v;\n"
                              "    v = (global float4 *)p;\n"
                              "    *v = (float4)(-1);\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT); // @out
    set_buffer(0, out);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == -1 && host[3] == -1 && host[4] == 5);
    CHECK(host[11] == 12 && host[12] == (FAULT ? 13 : -1) && host[15] == (FAULT ? 16 : -1));
    return end();
}
