/* A pointer that is one of two arguments: the shorter one is passed. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: p[i]" count=16 line=@launch created=@short memory.space=global memory.name=b memory.size=192 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *a, global const float *b, int which)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    global const float *p = which ? a : b;\n"
    "    out[i] = p[i];\n" // #bad
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), a = floats(COUNT);
    cl_mem b = floats(48); // @short
    set_buffer(0, out);
    set_buffer(1, a);
    set_buffer(2, b);
    set_int(3, !FAULT);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[47] == 48);
    CHECK(host[48] == (FAULT ? 0 : 49));
    return end();
}
