/* A subscript that reads two elements past the end of an argument. */
//!
//! finding id=out-of-bounds-read severity=error layer=kernel call=clEnqueueNDRangeKernel kernel=k source="bad: in[i + 2 * FAULT]" count=2 line=@launch object=buffer created=@in memory.space=global memory.name=in memory.size=256 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = in[i + 2 * FAULT];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 3 : 1));
    CHECK(host[61] == (FAULT ? 64 : 62));
    CHECK(host[62] == (FAULT ? 0 : 63));
    CHECK(host[63] == (FAULT ? 0 : 64));
    return end();
}
