/* A row of a table in constant memory is overrun, within the table. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: table[1][i + FAULT]" count=1 line=@launch memory.space=constant memory.size=16 memory.offset=16 memory.bytes=4 work_item.global=[3,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "constant float table[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};\n"
                              "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = table[1][i + FAULT];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[4];
    begin(kernels);
    cl_mem out = floats(4);
    set_buffer(0, out);
    run(4); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 5 + FAULT && host[3] == (FAULT ? 0 : 8));
    return end();
}
