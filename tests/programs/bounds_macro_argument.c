/* The access is an argument of a macro that uses it twice: it is where the argument is written. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i + n]" line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "#define SQUARE(x) ((x) * (x))\n"
                              "kernel void k(global float *out, global const float *in, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = SQUARE(in[i + n]);\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, FAULT);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 4 : 1) && host[63] == (FAULT ? 0 : 4096));
    return end();
}
