/* A 64-bit atom_add (cl_khr_int64_base_atomics). */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: atom_add(&n[i + FAULT], 3L)" count=1 line=@launch created=@n memory.space=global memory.name=n memory.size=256 memory.offset=256 memory.bytes=8 work_item.global=[31,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                              "kernel void k(global long *n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    atom_add(&n[i + FAULT], 3L);\n" // #bad
                              "}\n";

int main(void)
{
    cl_long host[32];
    begin(kernels);
    cl_mem n = ints(COUNT, 0); // @n
    set_buffer(0, n);
    run(32); // @launch
    get(n, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 3) && host[1] == 3 && host[31] == 3);
    return end();
}
