/* Three dimensions: the work-item is named in all of them. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: volume[(z * ny + y) * nx + x + FAULT]" count=1 line=@launch created=@volume memory.space=global memory.name=volume memory.size=480 memory.offset=480 memory.bytes=4 work_item.global=[5,3,4] work_item.local=[1,0,0] work_item.group=[2,3,4]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *volume)\n"
                              "{\n"
                              "    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
                              "    size_t nx = get_global_size(0), ny = get_global_size(1);\n"
                              "    volume[(z * ny + y) * nx + x + FAULT] = x + 10 * y + 100 * z;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[120];
    const size_t items[3] = {6, 4, 5}, group[3] = {2, 1, 1};
    begin(kernels);
    cl_mem volume = floats(120); // @volume
    set_buffer(0, volume);
    clEnqueueNDRangeKernel(queue, kernel, 3, NULL, items, group, 0, NULL, NULL); // @launch
    get(volume, host, sizeof host);
    CHECK(host[FAULT] == 0 && host[118 + FAULT] == 434);
    return end();
}
