/* Pointers that walk to the end and back, are one past it, or are null and never followed. */
//!
//! correct only
//! checked
#include "bounds.h"

static const char kernels[] =
    "float sum(global const float *p, global const float *end)\n"
    "{\n"
    "    float f = 0;\n"
    "    while (p != end)\n"
    "        f += *p++;\n"
    "    while (p-- != end - 4)\n"
    "        f += *p;\n"
    "    return f;\n"
    "}\n"
    "kernel void k(global float *out, global const float *in, global const float *none, int n)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    global const float *far = in + 1000 + i;\n"
    "    far -= 1000;\n"
    "    global const float *rows[2] = {in, none};\n"
    "    out[i] = sum(in, in + n) + *far + (none ? none[i] : 0) + (rows[1] ? rows[1][i] : rows[0][i]);\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), NULL);
    set_int(3, COUNT);
    run(COUNT);
    get(out, host, sizeof host);
    for (int i = 0; i < COUNT; i++)
        CHECK(host[i] == 2080 + 61 + 62 + 63 + 64 + 2 * (i + 1));
    return end();
}
