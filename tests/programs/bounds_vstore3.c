/* vstore3 over the end by a third: nothing of it is written. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: vstore3((float3)(-1, -2, -3), i, out + FAULT)" count=1 line=@launch memory.space=global memory.name=out memory.size=192 memory.offset=184 memory.bytes=12 work_item.global=[15,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    vstore3((float3)(-1, -2, -3), i, out + FAULT);\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem all = floats(COUNT), out = middle_of(all, 0, 192);
    set_buffer(0, out);
    run(16); // @launch
    get(all, host, sizeof host);
    CHECK(host[FAULT] == -1 && host[FAULT + 44] == -3);
    CHECK(host[47] == (FAULT ? 48 : -3) && host[48] == 49);
    return end();
}
