/* One component of the vector behind the last one. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i + FAULT]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 work_item.global=[15,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float4 *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = in[i + FAULT].y;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[16];
    begin(kernels);
    cl_mem out = floats(16), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 6 : 2));
    CHECK(host[15] == (FAULT ? 0 : 62));
    return end();
}
