/* Local memory that the host gives: a tile without its border. */
//!
//! finding id=out-of-bounds-write kernel=k source="put: tile[j + 1]" count=4 line=@launch memory.space=local memory.name=tile memory.size=64 memory.offset=64 memory.bytes=4 evidence.cause~=local
//! finding id=out-of-bounds-read kernel=k source="take: tile[j + 1]" count=4 line=@launch memory.space=local memory.name=tile memory.size=64 memory.offset=64 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in, local float *tile)\n"
                              "{\n"
                              "    int i = get_global_id(0), j = get_local_id(0);\n"
                              "    tile[j + 1] = in[i];\n" // #put
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    out[i] = tile[j + 1];\n" // #take
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    set_local(2, (FAULT ? 16 : 17) * sizeof(cl_float));
    run_groups(COUNT, 16); // @launch
    get(out, host, sizeof host);
    CHECK(host[14] == 15 && host[16] == 17);
    CHECK(host[15] == (FAULT ? 0 : 16) && host[63] == (FAULT ? 0 : 64));
    return end();
}
