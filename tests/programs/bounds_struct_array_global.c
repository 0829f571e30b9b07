/* The same in a buffer of structs: p->bins is overrun into p->total. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: all[i].bins[bin]" count=1 line=@launch memory.space=global memory.size=16 memory.offset=16 memory.bytes=4 work_item.global=[5,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { int bins[4]; int total; } counts;\n"
                              "kernel void k(global counts *all, global const int *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    int bin = in[i];\n"
                              "    all[i].bins[bin]++;\n" // #bad
                              "}\n";

int main(void)
{
    cl_int host[40], bins[8] = {0, 1, 2, 3, 0, FAULT ? 4 : 0, 1, 2};
    begin(kernels);
    cl_mem all = ints(40, 10), in = buffer_with(bins, sizeof bins);
    set_buffer(0, all);
    set_buffer(1, in);
    run(8); // @launch
    get(all, host, sizeof host);
    CHECK(host[0] == 11 && host[6] == 11);
    CHECK(host[29] == 10 && host[25] == (FAULT ? 10 : 11));
    return end();
}
