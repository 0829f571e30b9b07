/* Two components at once, of the vector behind the last one; the middle of a larger buffer stays as it was.
 */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: v[i + FAULT]" count=1 line=@launch memory.space=global memory.name=v memory.size=128 memory.offset=128 memory.bytes=8 work_item.global=[7,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float4 *v)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    v[i + FAULT].xy = (float2)(i, -i);\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[192];
    begin(kernels);
    cl_mem all = floats(192), v = middle_of(all, 512, 128);
    set_buffer(0, v);
    run(8); // @launch
    get(all, host, sizeof host);
    for (int i = 0; i < 192; i++) {
        int item = (i - 128) / 4 - FAULT, c = i % 4, mine = i >= 128 && i < 160 && item >= 0 && c < 2;
        CHECK(host[i] == (mine ? (c ? -item : item) : i + 1));
    }
    return end();
}
