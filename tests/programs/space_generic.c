/* A generic pointer into local memory, cast to global. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: *(global int *)g" count=8 line=@launch message~="through a pointer to global memory that was made from one to local memory"
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    local int tile[8];\n"
                              "    int j = get_local_id(0);\n"
                              "    tile[j] = j;\n"
                              "#if FAULT\n"
                              "    int *g = &tile[j];\n"
                              "#else\n"
                              "    int *g = &out[j];\n"
                              "#endif\n"
                              "    *(global int *)g = 5;\n" // #bad
                              "    out[j] += tile[j];\n"
                              "}\n";

int main(void)
{
    cl_int host[8];
    begin_with(kernels, "-cl-std=CL3.0");
    cl_mem out = ints(8, 1);
    set_buffer(0, out);
    run_groups(8, 8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 1 : 5) && host[7] == (FAULT ? 8 : 12));
    return end();
}
