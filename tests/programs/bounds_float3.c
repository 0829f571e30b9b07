/* An array of float3 with three floats an element on the host: they have four in the kernel. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i]" count=8 line=@launch created=@in memory.space=global memory.name=in memory.size=384 memory.bytes=16 evidence.cause_id=vector-of-3
//! finding id=layout-mismatch severity=warning kernel=k line=@launch evidence.actual_size=384
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float3 *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float3 v = in[i];\n" // #bad
                              "    out[i] = v.x + v.y + v.z;\n"
                              "}\n";

int main(void)
{
    cl_float host[32];
    begin(kernels);
    cl_mem out = floats(32);
    cl_mem in = floats(FAULT ? 3 * 32 : 4 * 32); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(32); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 6 && host[23] == 93 + 94 + 95);
    CHECK(host[24] == (FAULT ? 0 : 97 + 98 + 99));
    return end();
}
