/* One launch in a hundred: it is the one that is named, and nothing of the others is counted. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[i + 1]" count=1 line=@bad created=@out memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i + 1] = i;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT); // @out
    set_buffer(0, out);
    for (int i = 0; i < 100; i++)
        run(COUNT - 1);
    if (FAULT)
        run(COUNT); // @bad
    run(COUNT - 1);
    get(out, host, sizeof host);
    CHECK(host[0] == 1 && host[1] == 0 && host[63] == 62);
    return end();
}
