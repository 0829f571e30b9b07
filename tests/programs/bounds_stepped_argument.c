/* The kernel steps its own parameter. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: *in++" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[15,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float sum = 0;\n"
                              "    in += 4 * i;\n"
                              "    for (int j = 0; j < 4 + FAULT; j++)\n"
                              "        sum += *in++;\n" // #bad
                              "    out[i] = sum;\n"
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
    CHECK(host[0] == (FAULT ? 15 : 10) && host[15] == 61 + 62 + 63 + 64);
    return end();
}
