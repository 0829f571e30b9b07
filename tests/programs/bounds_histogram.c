/* A histogram: one of many values has no bin. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: atomic_inc(&bins[value / 16])" count=1 line=@launch created=@bins memory.space=global memory.name=bins memory.size=64 memory.offset=64 memory.bytes=4 work_item.global=[700,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *bins, global const int *values)\n"
                              "{\n"
                              "    int value = values[get_global_id(0)];\n"
                              "    atomic_inc(&bins[value / 16]);\n" // #bad
                              "}\n";

int main(void)
{
    cl_int host[16], data[1000], wanted[16] = {0};
    for (int i = 0; i < 1000; i++)
        data[i] = i == 700 && FAULT ? 256 : i * 7 % 256;
    begin(kernels);
    cl_mem bins = ints(16, 0); // @bins
    cl_mem values = buffer_with(data, sizeof data);
    set_buffer(0, bins);
    set_buffer(1, values);
    run(1000); // @launch
    get(bins, host, sizeof host);
    for (int i = 0; i < 1000; i++)
        if (data[i] < 256)
            wanted[data[i] / 16]++;
    CHECK(memcmp(host, wanted, sizeof host) == 0);
    return end();
}
