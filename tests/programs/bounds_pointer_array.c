/* Pointers in an array: each element knows its own memory. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: rows[j][i]" count=16 line=@launch created=@short memory.space=global memory.name=b memory.size=192 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *a, global const float *b, global const float *c)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    global const float *rows[3] = {a, b, c};\n"
    "    float sum = 0;\n"
    "    for (int j = 0; j < 3; j++)\n"
    "        sum += rows[j][i];\n" // #bad
    "    out[i] = sum;\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), a = floats(COUNT), c = floats(COUNT);
    cl_mem b = floats(FAULT ? 48 : COUNT); // @short
    set_buffer(0, out);
    set_buffer(1, a);
    set_buffer(2, b);
    set_buffer(3, c);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[47] == 144);
    CHECK(host[48] == (FAULT ? 98 : 147));
    return end();
}
