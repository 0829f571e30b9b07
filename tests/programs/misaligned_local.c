/* Local memory that holds bytes is written as ints, one byte too far. */
//!
//! finding id=misaligned-access kernel=k source="bad: *(local int *)(tile + 4 * j + FAULT)" count=8 line=@launch memory.space=local memory.name=tile memory.size=64 memory.bytes=4 memory.offset=1 alignment.needed=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    local uchar tile[64] __attribute__((aligned(8)));\n"
                              "    int j = get_local_id(0);\n"
                              "    tile[4 * j] = 5;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    *(local int *)(tile + 4 * j + FAULT) = j;\n" // #bad
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    out[j] = tile[4 * j];\n"
                              "}\n";

int main(void)
{
    cl_int host[8];
    begin(kernels);
    cl_mem out = ints(8, 7);
    set_buffer(0, out);
    run_groups(8, 8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 5 : 0) && host[7] == (FAULT ? 5 : 7));
    return end();
}
