/* NULL for a buffer is allowed; to read through it is not. (Bare, this crashes.) */
//!
//! finding id=null-dereference severity=error kernel=k source="bad: extra[i]" count=64 line=@launch memory.space=global memory.name=extra memory.bytes=4 evidence.cause~=NULL
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in, global const float *extra)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    out[i] = in[i];\n"
    "#if !FAULT\n"
    "    if (extra)\n"
    "#endif\n"
    "        out[i] += extra[i];\n" // #bad
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    CHECK(clSetKernelArg(kernel, 2, sizeof(cl_mem), NULL) == CL_SUCCESS);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    for (int i = 0; i < COUNT; i++)
        CHECK(host[i] == i + 1);
    return end();
}
