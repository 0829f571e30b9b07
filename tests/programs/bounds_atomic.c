/* Atomic functions of OpenCL 1.1: they write. */
//!
//! finding id=out-of-bounds-write kernel=k source="add: atomic_add(&n[i + FAULT], 2)" count=1 line=@launch created=@n memory.space=global memory.name=n memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! finding id=out-of-bounds-write kernel=k source="cmpxchg: atomic_cmpxchg(n + i + 2 * FAULT, 7, 9)" count=2 line=@launch created=@n memory.space=global memory.name=n memory.size=256 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *n, global int *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    atomic_add(&n[i + FAULT], 2);\n" // #add
                              "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
                              "    out[i] = atomic_cmpxchg(n + i + 2 * FAULT, 7, 9);\n" // #cmpxchg
                              "}\n";

int main(void)
{
    cl_int host[COUNT];
    begin(kernels);
    cl_mem n = ints(COUNT, 5), out = ints(COUNT, -1); // @n
    set_buffer(0, n);
    set_buffer(1, out);
    run_groups(COUNT, COUNT); // @launch
    get(n, host, sizeof host);
    CHECK(host[0] == (FAULT ? 5 : 9));
    CHECK(host[63] == 9);
    get(out, host, sizeof host);
    CHECK(host[62] == (FAULT ? 0 : 7) && host[63] == (FAULT ? 0 : 7));
    return end();
}
