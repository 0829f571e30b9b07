/* clCreateBuffer was given the number of elements for the number of bytes. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i]" count=48 line=@launch created=@in memory.space=global memory.name=in memory.size=64 memory.bytes=4 evidence.cause~=bytes
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in, int n)\n"
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
    cl_mem out = floats(COUNT);
    for (int i = 0; i < COUNT; i++)
        host[i] = (cl_float)i;
    size_t size = FAULT ? COUNT : sizeof host;
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size, host, &error); // @in
    set_buffer(0, out);
    set_buffer(1, keep(in));
    set_int(2, COUNT);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 1 && host[15] == 16 && host[63] == (FAULT ? 1 : 64));
    return end();
}
