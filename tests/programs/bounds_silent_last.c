/* The last element, in every form there is. */
//!
//! correct only
//! checked
#include "bounds.h"

static const char kernels[] =
    "typedef struct { float a, b; } pair;\n"
    "kernel void k(global float *out, global const float *in, local float *tile)\n"
    "{\n"
    "    int last = get_global_size(0) - 1;\n"
    "    float own[4] = {1, 2, 3, 4};\n"
    "    tile[63] = in[last];\n"
    "    out[0] = in[last] + *(in + last) + last[in];\n"
    "    out[1] = ((global const float4 *)in)[last / 4].w + ((global const float2 *)(in + last - 1))->y;\n"
    "    out[2] = ((global const pair *)in)[last / 2].b + ((global const pair *)(in + last - 1))->b;\n"
    "    out[3] = vload4(0, in + last - 3).w + vload3(0, in + last - 2).z + vload16(last / 16, in).sf;\n"
    "    out[4] = vload3(20, in + 1).z;\n"
    "    out[5] = own[last / 16] + tile[last];\n"
    "    pair copy = *(global const pair *)(in + last - 1);\n"
    "    out[6] = copy.b;\n"
    "    vstore3((float3)(7, 8, 9), 0, out + last - 2);\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    set_local(2, COUNT * sizeof *host);
    run_groups(COUNT, COUNT);
    get(out, host, sizeof host);
    CHECK(host[0] == 192 && host[1] == 128 && host[2] == 128 && host[3] == 192 && host[4] == 64);
    CHECK(host[5] == 68 && host[6] == 64 && host[7] == 8 && host[61] == 7 && host[63] == 9);
    return end();
}
