/* One work-item misses at three places: none of them is lost. */
//!
//! finding id=out-of-bounds-read kernel=k source="a: a[i + FAULT]" count=1 line=@launch created=@a memory.space=global memory.name=a memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! finding id=out-of-bounds-read kernel=k source="b: b[i + FAULT]" count=1 line=@launch created=@b memory.space=global memory.name=b memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! finding id=out-of-bounds-write kernel=k source="out: out[i + FAULT]" count=1 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *a, global const float *b)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    float x = a[i + FAULT];\n" // #a
    "    float y = b[i + FAULT];\n" // #b
    "    out[i + FAULT] = x + y;\n" // #out
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT); // @out
    cl_mem a = floats(COUNT);   // @a
    cl_mem b = floats(COUNT);   // @b
    set_buffer(0, out);
    set_buffer(1, a);
    set_buffer(2, b);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 1 : 2) && host[63] == 128);
    return end();
}
