/* gid * stride overflows an int: for work-item 2 it is -2, which is below n. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=-8 memory.bytes=4 work_item.global=[2,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "#if FAULT\n"
                              "typedef int number;\n"
                              "#else\n"
                              "typedef long number;\n"
                              "#endif\n"
                              "kernel void k(global float *out, global const float *in, int stride, int n)\n"
                              "{\n"
                              "    int gid = get_global_id(0);\n"
                              "    number i = get_global_id(0) * stride;\n"
                              "    if (i < n)\n"
                              "        out[gid] = in[i];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[4];
    begin(kernels);
    cl_mem out = floats(4), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, 0x7fffffff);
    set_int(3, COUNT);
    run(3); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 1 && host[1] == 2 && host[2] == (FAULT ? 0 : 3));
    return end();
}
