/* A loop that ends with <=. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[j]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[0,0,0] evidence.cause~="<="
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in, int n)\n"
                              "{\n"
                              "    float sum = 0;\n"
                              "#if FAULT\n"
                              "    for (int j = 0; j <= n; j++)\n"
                              "#else\n"
                              "    for (int j = 0; j < n; j++)\n"
                              "#endif\n"
                              "        sum += in[j];\n" // #bad
                              "    out[0] = sum;\n"
                              "}\n";

int main(void)
{
    cl_float host[1];
    begin(kernels);
    cl_mem out = floats(1), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, COUNT);
    run(1); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 2080);
    return end();
}
