/* A number that a global pointer was made, used as a private pointer. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: p[i]" count=8 line=@launch message~="through a pointer to private memory that was made from one to global memory"
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    int own[8] = {0};\n"
                              "    size_t where = (size_t)out;\n"
                              "#if FAULT\n"
                              "    private int *p = (private int *)where;\n"
                              "#else\n"
                              "    private int *p = (private int *)(size_t)own;\n"
                              "#endif\n"
                              "    p[i] = 5;\n" // #bad
                              "    out[i] = own[i];\n"
                              "}\n";

int main(void)
{
    cl_int host[8];
    begin(kernels);
    cl_mem out = ints(8, 1);
    set_buffer(0, out);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 5) && host[7] == (FAULT ? 0 : 5));
    return end();
}
