/* One buffer seen as other types; rows of arrays through pointers to them; a union. */
//!
//! correct only
//! checked
#include "bounds.h"

static const char kernels[] = "typedef float row[8];\n"
                              "typedef union { float f; uint bits; uchar bytes[4]; } word;\n"
                              "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    global const row *rows = (global const row *)in;\n"
                              "    global const uchar *bytes = (global const uchar *)in;\n"
                              "    word w;\n"
                              "    w.bits = bytes[4 * i] | bytes[4 * i + 1] << 8 | bytes[4 * i + 2] << 16 | "
                              "(uint)bytes[4 * i + 3] << 24;\n"
                              "    float m[2][2] = {{1, 2}, {3, 4}};\n"
                              "    float *flat = &m[0][0];\n"
                              "    out[i] = rows[i / 8][i % 8] + w.f + m[i & 1][1] + flat[3];\n"
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    run(COUNT);
    get(out, host, sizeof host);
    for (int i = 0; i < COUNT; i++)
        CHECK(host[i] == 2 * (i + 1) + (i & 1 ? 4 : 2) + 4);
    return end();
}
