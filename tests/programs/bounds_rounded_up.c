/* The global size was rounded up to whole work-groups, and the kernel has no guard. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: data[i]" count=14 line=@launch memory.space=global memory.name=data memory.size=200 memory.bytes=4 evidence.cause~="rounded up"
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *data, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "#if !FAULT\n"
                              "    if (i < n)\n"
                              "#endif\n"
                              "        data[i] = 2 * i;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem all = floats(COUNT), data = middle_of(all, 0, 200);
    set_buffer(0, data);
    set_int(1, 50);
    run_groups((50 + 15) / 16 * 16, 16); // @launch
    get(all, host, sizeof host);
    for (int i = 0; i < COUNT; i++)
        CHECK(host[i] == (i < 50 ? 2 * i : i + 1));
    return end();
}
