/* A local array of the kernel, too small for its work-groups. */
//!
//! finding id=out-of-bounds-write kernel=k source="put: tile[j]" count=8 line=@launch memory.space=local memory.name=tile memory.size=48 memory.bytes=4
//! finding id=out-of-bounds-read kernel=k source="take: tile[j ^ 1]" count=8 line=@launch memory.space=local memory.name=tile memory.size=48 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    local float tile[16 - 4 * FAULT];\n"
                              "    int i = get_global_id(0), j = get_local_id(0);\n"
                              "    tile[j] = in[i];\n" // #put
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    out[i] = tile[j ^ 1];\n" // #take
                              "}\n";

int main(void)
{
    cl_float host[32];
    begin(kernels);
    cl_mem out = floats(32), in = floats(32);
    set_buffer(0, out);
    set_buffer(1, in);
    run_groups(32, 16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 2 && host[11] == 11);
    CHECK(host[12] == (FAULT ? 0 : 14) && host[31] == (FAULT ? 0 : 31));
    return end();
}
