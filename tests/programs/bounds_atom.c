/* The older names, atom_ (cl_khr_global_int32_base_atomics). */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: atom_inc(n + i + FAULT)" count=1 line=@launch created=@n memory.space=global memory.name=n memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable\n"
                              "kernel void k(global int *n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    atom_inc(n + i + FAULT);\n" // #bad
                              "}\n";

int main(void)
{
    cl_int host[COUNT];
    begin(kernels);
    cl_mem n = ints(COUNT, 5); // @n
    set_buffer(0, n);
    run(COUNT); // @launch
    get(n, host, sizeof host);
    CHECK(host[0] == (FAULT ? 5 : 6) && host[1] == 6 && host[63] == 6);
    return end();
}
