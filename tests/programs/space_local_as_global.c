/* Local memory through a global pointer: read and written, in a function. */
//!
//! finding id=out-of-bounds-write kernel=k source="write: p[0]" count=8 line=@launch message~="through a pointer to global memory that was made from one to local memory" evidence.cause_id=other-address-space source.function=put
//! finding id=out-of-bounds-read kernel=k source="read: *(global int *)(ulong)(tile + j)" count=8 line=@launch evidence.cause_id=other-address-space
//! checked
#include "bounds.h"

static const char kernels[] = "void put(global int *p, int value) {\n"
                              "    p[0] = value;\n" // #write
                              "}\n"
                              "kernel void k(global int *out)\n"
                              "{\n"
                              "    local int tile[8];\n"
                              "    int j = get_local_id(0);\n"
                              "    tile[j] = j;\n"
                              "#if FAULT\n"
                              "    put((global int *)(ulong)&tile[j], 7);\n"
                              "    out[j] = *(global int *)(ulong)(tile + j) + tile[j];\n" // #read
                              "#else\n"
                              "    put((global int *)(ulong)&out[j], 7);\n"
                              "    out[j] += *(local int *)(ulong)(tile + j);\n"
                              "#endif\n"
                              "}\n";

int main(void)
{
    cl_int host[8];
    begin(kernels);
    cl_mem out = ints(8, 1);
    set_buffer(0, out);
    run_groups(8, 8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 7) && host[7] == (FAULT ? 7 : 14));
    return end();
}
