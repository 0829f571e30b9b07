/* A hint past the end does no harm, and helps nobody. */
//!
//! finding id=out-of-bounds-read severity=warning kernel=k source="hint: in + i + AHEAD" line=@launch memory.name=in memory.size=256 count=8
//! checked
#include "bounds.h"

static const char kernels[] = "#define AHEAD (FAULT ? 8 : 0)\n"
                              "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    size_t i = get_global_id(0);\n"
                              "    prefetch(in + i + AHEAD, 1);\n" // #hint
                              "    out[i] = in[i];\n"
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    run_groups(COUNT, 16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 1 && host[63] == 64);
    return end();
}
