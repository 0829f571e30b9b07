/* Pointers in a struct, in an array, and from a function: what they were made of goes along. */
//!
//! finding id=misaligned-access kernel=k source="member: *w.v" count=4 line=@launch created=@in memory.space=global memory.size=256 memory.bytes=16 alignment.needed=16
//! finding id=misaligned-access kernel=k source="element: *rows[1]" count=4 line=@launch created=@in memory.space=global memory.size=256 memory.bytes=8 alignment.needed=8
//! finding id=misaligned-access kernel=k source="result: *as_vector(in + 4 * i + FAULT)" count=4 line=@launch created=@in memory.space=global memory.size=256 memory.bytes=16 alignment.needed=16
//! checked
#include "bounds.h"

static const char kernels[] =
    "typedef struct { global const float4 *v; int n; } window;\n"
    "global const float4 *as_vector(global const float *p) { return (global const float4 *)p; }\n"
    "kernel void k(global float *out, global const float *in)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    window w;\n"
    "    w.v = (global const float4 *)(in + 4 * i + FAULT);\n"
    "    global const float2 *rows[2] = {(global const float2 *)in, (global const float2 *)(in + 4 * i + "
    "FAULT)};\n"
    "    float sum = 0;\n"
    "    sum += (*w.v).x;\n"                           // #member
    "    sum += (*rows[1]).x;\n"                       // #element
    "    sum += (*as_vector(in + 4 * i + FAULT)).x;\n" // #result
    "    out[i] = sum + (*rows[0]).x;\n"
    "}\n";

int main(void)
{
    cl_float host[4];
    begin(kernels);
    cl_mem out = floats(4), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(4); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 1 : 4) && host[3] == (FAULT ? 1 : 40));
    return end();
}
