/* An argument in constant memory. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: weights[i % 5]" count=12 line=@launch created=@weights memory.space=constant memory.name=weights memory.size=16 memory.offset=16 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, constant float *weights)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = weights[i % 5];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT);
    cl_mem weights = floats(FAULT ? 4 : 5); // @weights
    set_buffer(0, out);
    set_buffer(1, weights);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[3] == 4 && host[5] == 1);
    CHECK(host[4] == (FAULT ? 0 : 5) && host[59] == (FAULT ? 0 : 5));
    return end();
}
