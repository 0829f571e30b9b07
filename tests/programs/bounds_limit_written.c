/* A loop that writes the limit that it reads from memory: what was read in front of it does not count. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[j]" count=1 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[0,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global int *limit)\n"
                              "{\n"
                              "    for (int j = 0; j < limit[0]; j++) {\n"
                              "        if (j == 2)\n"
                              "            limit[0] = 64 + FAULT;\n"
                              "        out[j] = j;\n" // #bad
                              "    }\n"
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    cl_int limit[1] = {8};
    begin(kernels);
    cl_mem out = floats(COUNT); // @out
    cl_mem in = buffer_with(limit, sizeof limit);
    set_buffer(0, out);
    set_buffer(1, in);
    run(1); // @launch
    get(out, host, sizeof host);
    CHECK(host[COUNT - 1] == COUNT - 1);
    return end();
}
