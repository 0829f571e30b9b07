/* float3: an array of n has 16 n bytes; vload3 and vstore3 need 12 n. */
//!
//! correct only
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *packed, global const float3 *padded, global const float *in)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    float3 v = padded[i] + vload3(i, in);\n"
    "    vstore3(v, i, packed);\n"
    "}\n";

int main(void)
{
    cl_float host[48];
    begin(kernels);
    cl_mem packed = floats(48), padded = floats(64), in = floats(48);
    set_buffer(0, packed);
    set_buffer(1, padded);
    set_buffer(2, in);
    run(16);
    get(packed, host, sizeof host);
    for (int i = 0; i < 48; i++)
        CHECK(host[i] == i / 3 * 4 + i % 3 + 1 + i + 1);
    return end();
}
