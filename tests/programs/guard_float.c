/* A row of floats behind the end: all of them are shown, as what they are. */
//!
//! finding id=guard-corrupted kernel=k evidence.size=1000 evidence.damage_first=1000 evidence.damage_last=1011 evidence.damage_bytes=12 evidence.damage_values="1.5, -2.25, 100" evidence.damage_hex="00 00 c0 3f 00 00 10 c0 00 00 c8 42"
//! options --kernels ''
#include "guard.h"

static const char kernels[] = "kernel void k(global float *out, int n)\n"
                              "{\n"
                              "    out[n - 1] = 1.0f;\n"
                              "    if (FAULT)\n"
                              "        vstore3((float3)(1.5f, -2.25f, 100.0f), 0, out + n);\n"
                              "}\n";

int main(void)
{
    begin(kernels);
    set_buffer(0, keep(clCreateBuffer(context, CL_MEM_WRITE_ONLY, 1000, NULL, NULL)));
    set_int(1, 250);
    run(1);
    return end();
}
