/* clCreateBuffer was given the number of elements for the number of bytes. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[i]" count=48 line=@launch created=@out memory.space=global memory.name=out memory.size=64 memory.bytes=4 evidence.cause~=bytes
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in, int n)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n)\n"
    "        out[i] = in[i] + 1;\n" // #bad
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    cl_int error;
    begin(kernels);
    cl_mem in = floats(COUNT);
    cl_mem out = clCreateBuffer(context, 0, FAULT ? COUNT : COUNT * sizeof(cl_float), NULL, &error); // @out
    set_buffer(0, keep(out));
    set_buffer(1, in);
    set_int(2, COUNT);
    run(COUNT); // @launch
    get(out, host, FAULT ? COUNT : COUNT * sizeof(cl_float));
    CHECK(host[0] == 2 && host[15] == 17 && (FAULT || host[63] == 65));
    return end();
}
