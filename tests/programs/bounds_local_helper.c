/* A local array, in a function that sees a pointer. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: t[j + 1]" count=4 line=@launch memory.space=local memory.size=64 memory.offset=64 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "float right(local const float *t, int j, int n)\n"
                              "{\n"
                              "#if !FAULT\n"
                              "    if (j + 1 == n)\n"
                              "        return 0;\n"
                              "#endif\n"
                              "    return t[j + 1];\n" // #bad
                              "}\n"
                              "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    local float tile[16];\n"
                              "    int i = get_global_id(0), j = get_local_id(0);\n"
                              "    tile[j] = in[i];\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    out[i] = right(tile, j, 16);\n"
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
    CHECK(host[0] == 2 && host[14] == 16 && host[15] == 0 && host[63] == 0);
    return end();
}
