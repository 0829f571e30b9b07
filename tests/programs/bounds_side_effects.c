/* What the index does besides is done once, whether the access is made or not. (Of two places that one
 * work-item misses in one loop, GPUs tell the last in full.) */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[next(&n)]" count=1 line=@launch created=@out memory.space=global memory.name=out memory.size=32 memory.bytes=4 work_item.global=[0,0,0]
//! finding id=out-of-bounds-read kernel=k source="bad: *p++" count=1 line=@launch memory.space=global memory.name=in memory.size=32 memory.offset=32 memory.bytes=4 work_item.global=[0,0,0]
//! or id=out-of-bounds-read kernel=k source="bad: *p++" count=1 line=@launch work_item.global=[0,0,0]
//! checked
#include "bounds.h"

static const char kernels[] =
    "int next(int *n)\n"
    "{\n"
    "    return (*n)++;\n"
    "}\n"
    "kernel void k(global float *out, global const float *in, global int *counts, int times)\n"
    "{\n"
    "    int n = 0;\n"
    "    global const float *p = in;\n"
    "    for (int i = 0; i < times; i++)\n"
    "        out[next(&n)] = *p++;\n" // #bad
    "    counts[0] = n;\n"
    "    counts[1] = p - in;\n"
    "}\n";

int main(void)
{
    cl_int host[2];
    begin(kernels);
    cl_mem out = floats(8), in = floats(8), counts = ints(2, 0); // @out
    set_buffer(0, out);
    set_buffer(1, in);
    set_buffer(2, counts);
    set_int(3, FAULT ? 10 : 8);
    run(1); // @launch
    get(counts, host, sizeof host);
    CHECK(host[0] == (FAULT ? 10 : 8) && host[1] == (FAULT ? 10 : 8));
    return end();
}
