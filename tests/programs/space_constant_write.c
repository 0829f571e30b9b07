/* A constant pointer, made global by way of a number, and written through. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: *(global int *)((ulong)table + 4 * i)" count=8 line=@launch message~="through a pointer to global memory that was made from one to constant memory" evidence.cause_id=constant-memory memory.space=global
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out, constant int *table)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = table[i];\n"
                              "#if FAULT\n"
                              "    *(global int *)((ulong)table + 4 * i) = 5;\n" // #bad
                              "#else\n"
                              "    *(global int *)((ulong)out + 4 * i) += 5;\n"
                              "#endif\n"
                              "}\n";

int main(void)
{
    cl_int host[8];
    begin(kernels);
    cl_mem out = ints(8, 7), table = ints(8, 3);
    set_buffer(0, out);
    set_buffer(1, table);
    run(8); // @launch
    get(table, host, sizeof host);
    CHECK(host[0] == 3 && host[7] == 3);
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 3 : 8) && host[7] == (FAULT ? 3 : 8));
    return end();
}
