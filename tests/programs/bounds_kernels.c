/* Two kernels of one program, that share a function: the finding names the one that ran. */
//!
//! finding id=out-of-bounds-read kernel=other source="bad: p[i]" count=1 line=@launch created=@in memory.space=global memory.name=from memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "float at(global const float *p, int i)\n"
                              "{\n"
                              "    return p[i];\n" // #bad
                              "}\n"
                              "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = at(in, i);\n"
                              "}\n"
                              "kernel void other(global float *out, global const float *from)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = at(from, i + FAULT);\n"
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(COUNT);
    clReleaseKernel(kernel);
    kernel = clCreateKernel(program, "other", NULL);
    set_buffer(0, out);
    set_buffer(1, in);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 1 + FAULT && host[63] == (FAULT ? 0 : 64));
    return end();
}
