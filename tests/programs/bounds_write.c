/* A subscript that writes one element past the end: everything about the one work-item is known. */
//!
//! finding id=out-of-bounds-write severity=error kernel=k source="bad: out[i + FAULT]" count=1 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0] work_item.local=[15,0,0] work_item.group=[3,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global const float *in, global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float f = in[i] * 2; out[i + FAULT] = f;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem in = floats(COUNT);
    cl_mem out = floats(COUNT); // @out
    set_buffer(0, in);
    set_buffer(1, out);
    run_groups(COUNT, 16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 1 : 2));
    CHECK(host[1] == (FAULT ? 2 : 4));
    CHECK(host[63] == (FAULT ? 126 : 128));
    return end();
}
