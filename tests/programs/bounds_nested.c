/* a[b[i]], where b is too short: its 0 is a good index for a. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: b[i]" count=4 line=@launch created=@b memory.space=global memory.name=b memory.size=240 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *a, global const int *b)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = a[b[i]];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), a = floats(COUNT);
    cl_mem b = ints(FAULT ? 60 : COUNT, 7); // @b
    set_buffer(0, out);
    set_buffer(1, a);
    set_buffer(2, b);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 8 && host[59] == 8 && host[60] == (FAULT ? 1 : 8));
    return end();
}
