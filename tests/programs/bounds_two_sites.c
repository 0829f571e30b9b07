/* Two faults in one kernel, on one line, are two findings. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: a[i + FAULT]" count=1 line=@launch created=@a memory.space=global memory.name=a memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! finding id=out-of-bounds-read kernel=k source="bad: b[i + 2 * FAULT]" count=2 line=@launch created=@b memory.space=global memory.name=b memory.size=256 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *a, global const float *b)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    out[i] = a[i + FAULT] + b[i + 2 * FAULT];\n" // #bad
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT);
    cl_mem a = floats(COUNT); // @a
    cl_mem b = floats(COUNT); // @b
    set_buffer(0, out);
    set_buffer(1, a);
    set_buffer(2, b);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 5 : 2) && host[61] == (FAULT ? 63 + 64 : 124));
    CHECK(host[62] == (FAULT ? 64 : 126) && host[63] == (FAULT ? 0 : 128));
    return end();
}
