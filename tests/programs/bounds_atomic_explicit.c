/* Atomic functions of C11, as OpenCL C 3.0 has them. */
//!
//! finding id=out-of-bounds-write kernel=k source="add: atomic_fetch_add_explicit(n + i + FAULT, 2, memory_order_relaxed, memory_scope_device)" count=1 line=@launch created=@n memory.space=global memory.name=n memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! finding id=out-of-bounds-read kernel=k source="load: atomic_load_explicit(m + i + FAULT, memory_order_relaxed, memory_scope_device)" count=1 line=@launch memory.space=global memory.name=m memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global atomic_int *n, global atomic_int *m, global int *out)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    atomic_fetch_add_explicit(n + i + FAULT, 2, memory_order_relaxed, memory_scope_device);\n"  // #add
    "    out[i] = atomic_load_explicit(m + i + FAULT, memory_order_relaxed, memory_scope_device);\n" // #load
    "}\n";

int main(void)
{
    cl_int host[COUNT];
    begin_with(kernels, "-cl-std=CL3.0");
    cl_mem n = ints(COUNT, 5), m = ints(COUNT, 6), out = ints(COUNT, -1); // @n
    set_buffer(0, n);
    set_buffer(1, m);
    set_buffer(2, out);
    run(COUNT); // @launch
    get(n, host, sizeof host);
    CHECK(host[0] == (FAULT ? 5 : 7) && host[1] == 7 && host[63] == 7);
    get(out, host, sizeof host);
    CHECK(host[62] == 6 && host[63] == (FAULT ? 0 : 6));
    return end();
}
