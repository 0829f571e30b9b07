/* Pointers into local arrays that are kept, chosen, and stepped. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: *p++" count=2 line=@launch memory.space=local memory.size=64 memory.offset=64 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    local float even[16], odd[16];\n"
                              "    int i = get_global_id(0), j = get_local_id(0);\n"
                              "    even[j] = in[i];\n"
                              "    odd[j] = -in[i];\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    local const float *p = j & 1 ? odd : even;\n"
                              "    float sum = 0;\n"
                              "    p += j / 2 * 2 + FAULT;\n"
                              "    sum += *p++;\n"
                              "    sum += *p++;\n" // #bad
                              "    out[i] = sum;\n"
                              "}\n";

int main(void)
{
    cl_float host[16];
    begin(kernels);
    cl_mem out = floats(16), in = floats(16);
    set_buffer(0, out);
    set_buffer(1, in);
    run_groups(16, 16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 3 + 2 * FAULT && host[1] == -host[0]);
    CHECK(host[14] == (FAULT ? 16 : 31) && host[15] == -host[14]);
    return end();
}
