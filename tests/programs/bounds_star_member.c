/* (*p).m of the struct behind the last one. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: (*(items + i + FAULT)).id" count=1 line=@launch created=@items memory.space=global memory.name=items memory.size=64 memory.offset=64 memory.bytes=4 work_item.global=[7,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "struct item { int id; float weight; };\n"
                              "kernel void k(global struct item *items)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    (*(items + i + FAULT)).id = i;\n" // #bad
                              "}\n";

int main(void)
{
    cl_int host[16];
    begin(kernels);
    cl_mem items = ints(16, -1); // @items
    set_buffer(0, items);
    run(8); // @launch
    get(items, host, sizeof host);
    for (int i = 0; i < 8; i++)
        CHECK(host[2 * i] == i - FAULT && host[2 * i + 1] == -1);
    return end();
}
