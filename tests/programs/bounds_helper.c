/* The access is in a function that is given the pointer; in its caller's caller it is an argument. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: p[at]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "float load(global const float *p, int at)\n"
                              "{\n"
                              "    return p[at];\n" // #bad
                              "}\n"
                              "float mean(global const float *row, int i)\n"
                              "{\n"
                              "    return (load(row, i) + load(row + 1, i - 1 + FAULT)) / 2;\n"
                              "}\n"
                              "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = mean(in, i);\n"
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
    CHECK(host[0] == (FAULT ? 1.5f : 1));
    CHECK(host[63] == (FAULT ? 32 : 64));
    return end();
}
