/* A whole struct, copied to a place whose second half is behind the end. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[i + FAULT]" count=1 line=@launch memory.space=global memory.name=out memory.size=136 memory.offset=128 memory.bytes=16 work_item.global=[7,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { int id; float w[3]; } item;\n"
                              "kernel void k(global item *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    item one = {i, {i + 0.5f, i + 1.5f, i + 2.5f}};\n"
                              "    out[i + FAULT] = one;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem all = floats(COUNT), out = middle_of(all, 0, 136);
    set_buffer(0, out);
    run(8); // @launch
    get(all, host, sizeof host);
    CHECK(host[4 * FAULT + 1] == 0.5f && host[4 * FAULT + 3] == 2.5f);
    for (int i = 32; i < COUNT; i++)
        CHECK(host[i] == i + 1);
    return end();
}
