/* The last vector is only half in the buffer: it is not read at all. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=248 memory.offset=240 memory.bytes=16 work_item.global=[15,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float4 *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float4 v = in[i];\n" // #bad
                              "    out[i] = v.x + v.w;\n"
                              "}\n";

int main(void)
{
    cl_float host[16];
    begin(kernels);
    cl_mem out = floats(16), in = floats(FAULT ? 62 : 64); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 5 && host[14] == 57 + 60 && host[15] == (FAULT ? 0 : 61 + 64));
    return end();
}
