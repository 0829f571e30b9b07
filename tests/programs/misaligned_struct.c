/* Structs with a float4 behind a header of 8 bytes; a member that is a float needs 4 only. */
//!
//! finding id=misaligned-access kernel=k source="copy: b[i]" count=2 line=@launch created=@in memory.space=global memory.name=in memory.size=144 memory.bytes=32 alignment.needed=16 memory.offset=8
//! finding id=misaligned-access kernel=k source="member: b[i].place" count=2 line=@launch created=@in memory.space=global memory.name=in memory.size=144 memory.bytes=16 alignment.needed=16 memory.offset=8
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { float4 place; float mass; } body;\n"
                              "kernel void k(global float *out, global const uchar *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    global const body *b = (global const body *)(in + (FAULT ? 8 : 16));\n"
                              "    out[i] = b[i].mass;\n"
                              "    body copy = b[i];\n" // #copy
                              "    out[i] += copy.mass;\n"
                              "    float4 place = b[i].place;\n" // #member
                              "    out[i] += place.w;\n"
                              "}\n";

int main(void)
{
    cl_float host[2], data[36];
    for (int i = 0; i < 36; i++)
        data[i] = (cl_float)i;
    begin(kernels);
    cl_mem out = floats(2), in = buffer_with(data, sizeof data); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(2); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 6 : 23) && host[1] == (FAULT ? 14 : 47));
    return end();
}
