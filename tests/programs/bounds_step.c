/* ++ and -- of what is behind the end, before and behind the expression, and their values. */
//!
//! finding id=out-of-bounds-write kernel=k source="up: n[i + 2 * FAULT]" count=2 line=@launch created=@n memory.space=global memory.name=n memory.size=256 memory.bytes=4
//! finding id=out-of-bounds-write kernel=k source="down: n[i + FAULT]" count=1 line=@launch created=@m memory.space=global memory.name=m memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *n, global int *m, global int *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = n[i + 2 * FAULT]++;\n" // #up
                              "    n = m;\n"
                              "    --n[i + FAULT];\n" // #down
                              "}\n";

int main(void)
{
    cl_int host[COUNT];
    begin(kernels);
    cl_mem n = ints(COUNT, 5); // @n
    cl_mem m = ints(COUNT, 5); // @m
    cl_mem out = ints(COUNT, -1);
    set_buffer(0, n);
    set_buffer(1, m);
    set_buffer(2, out);
    run(COUNT); // @launch
    get(n, host, sizeof host);
    CHECK(host[0] == (FAULT ? 5 : 6) && host[2] == 6 && host[63] == 6);
    get(m, host, sizeof host);
    CHECK(host[0] == (FAULT ? 5 : 4) && host[1] == 4 && host[63] == 4);
    get(out, host, sizeof host);
    CHECK(host[0] == 5 && host[61] == 5 && host[62] == (FAULT ? 0 : 5));
    return end();
}
