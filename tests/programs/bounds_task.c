/* A kernel of one work-item, launched with clEnqueueTask. */
//!
//! finding id=out-of-bounds-write call=clEnqueueTask kernel=k source="bad: out[n]" count=1 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[0,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, int n)\n"
                              "{\n"
                              "    for (int i = 0; i < 64; i++)\n"
                              "        out[i] = i;\n"
                              "    out[n] = 5;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT); // @out
    set_buffer(0, out);
    set_int(1, FAULT ? COUNT : 0);
    CHECK(clEnqueueTask(queue, kernel, 0, NULL, NULL) == CL_SUCCESS); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 5) && host[63] == 63);
    return end();
}
