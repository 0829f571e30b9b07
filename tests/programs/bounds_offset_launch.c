/* A launch with a global offset that is counted twice. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[i + FAULT * first]" count=8 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, int first)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i + FAULT * first] = i;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT + 8];
    const size_t offset = 8, items = COUNT - 8;
    begin(kernels);
    cl_mem all = floats(COUNT + 8);
    cl_mem out = middle_of(all, 0, COUNT * sizeof *host); // @out
    set_buffer(0, out);
    set_int(1, 8);
    clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &items, NULL, 0, NULL, NULL); // @launch
    get(all, host, sizeof host);
    CHECK(host[0] == 1 && host[8] == (FAULT ? 9 : 8) && host[63] == (FAULT ? 55 : 63) && host[64] == 65);
    return end();
}
