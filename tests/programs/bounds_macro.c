/* The access is inside a macro: the finding points at the macro's name. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: LEFT(in, i)" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=-4 memory.bytes=4 work_item.global=[0,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "#define AT(p, i) ((p)[(i)])\n"
                              "#define LEFT(p, i) \\\n"
                              "    AT(p, (i) - 1)\n"
                              "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0) + !FAULT;\n"
                              "    out[i - !FAULT] = LEFT(in, i);\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 1) && host[63] == (FAULT ? 63 : 64));
    return end();
}
