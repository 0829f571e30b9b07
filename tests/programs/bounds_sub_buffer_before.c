/* What lies before a sub-buffer is not its own either. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: part[i - 1 + !FAULT]" count=1 line=@launch object=sub-buffer created=@part memory.space=global memory.name=part memory.size=256 memory.offset=-4 memory.bytes=4 work_item.global=[0,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *part)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = part[i - 1 + !FAULT];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), parent = floats(4 * COUNT);
    cl_mem part = middle_of(parent, 512, 256); // @part
    set_buffer(0, out);
    set_buffer(1, part);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 129) && host[63] == 192 - FAULT);
    return end();
}
