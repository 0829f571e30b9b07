/* A histogram in local memory, and a value without a bin. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: atomic_inc(bins + in[i])" count=1 line=@launch memory.space=local memory.name=bins memory.size=16 memory.offset=16 memory.bytes=4 work_item.global=[40,0,0] work_item.local=[8,0,0] work_item.group=[2,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in)\n"
                              "{\n"
                              "    local int bins[4];\n"
                              "    int i = get_global_id(0), j = get_local_id(0);\n"
                              "    if (j < 4)\n"
                              "        bins[j] = 0;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    atomic_inc(bins + in[i]);\n" // #bad
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    if (j < 4)\n"
                              "        atomic_add(&out[j], bins[j]);\n"
                              "}\n";

int main(void)
{
    cl_int host[4], data[COUNT];
    for (int i = 0; i < COUNT; i++)
        data[i] = FAULT && i == 40 ? 4 : i % 4;
    begin(kernels);
    cl_mem out = ints(4, 0), in = buffer_with(data, sizeof data);
    set_buffer(0, out);
    set_buffer(1, in);
    run_groups(COUNT, 16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 16 - FAULT && host[1] == 16 && host[3] == 16);
    return end();
}
