/* A row of a local tile is overrun, within the tile. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: tile[j / 4][j % 4 + FAULT]" count=4 line=@launch memory.space=local memory.size=16 memory.offset=16 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    local float tile[4][4];\n"
                              "    int j = get_local_id(0);\n"
                              "    tile[j / 4][j % 4] = in[j];\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    out[j] = tile[j / 4][j % 4 + FAULT];\n" // #bad
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
    CHECK(host[0] == 1 + FAULT && host[3] == (FAULT ? 0 : 4) && host[15] == (FAULT ? 0 : 16));
    return end();
}
