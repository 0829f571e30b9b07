/* += reads and writes: one finding, of the write. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: sums[i + FAULT]" count=1 line=@launch created=@sums memory.space=global memory.name=sums memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *sums)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    sums[i + FAULT] += 0.5f;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem sums = floats(COUNT); // @sums
    set_buffer(0, sums);
    run(COUNT); // @launch
    get(sums, host, sizeof host);
    CHECK(host[0] == (FAULT ? 1 : 1.5f));
    CHECK(host[63] == 64.5f);
    return end();
}
