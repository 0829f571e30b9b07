/* An array in constant memory, of the program. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: table[i % n]" count=12 line=@launch memory.space=constant memory.name=table memory.size=16 memory.offset=16 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "constant float table[4] = {1, 2, 3, 4};\n"
                              "kernel void k(global float *out, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = table[i % n];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT);
    set_buffer(0, out);
    set_int(1, FAULT ? 5 : 4);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[3] == 4);
    CHECK(host[4] == (FAULT ? 0 : 1) && host[59] == (FAULT ? 0 : 4));
    return end();
}
