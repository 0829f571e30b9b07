/* A private array, and an index from outside. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: powers[n]" count=64 line=@launch memory.space=private memory.name=powers memory.size=16 memory.offset=16 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float powers[4] = {1, i, i * i, i * i * i};\n"
                              "    out[i] = powers[n];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT);
    set_buffer(0, out);
    set_int(1, FAULT ? 4 : 3);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[3] == (FAULT ? 0 : 27));
    return end();
}
