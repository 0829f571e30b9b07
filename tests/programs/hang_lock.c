/* A lock in local memory that one way out of its section forgets to give back. */
//!
//! finding id=kernel-hang kernel=k line=@launch loops.0.kind=waits-in-group loops.0.line=9 loops.0.text~="atomic_cmpxchg(lock, 0, 1)" fix~="OpenCL 3.0, 3.2.2"
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

static const char kernels[] = "kernel void k(global int *sum, local int *lock)\n"
                              "{\n"
                              "    if (get_local_id(0) == 0)\n"
                              "        lock[0] = 0;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    if (get_local_id(0) > 1)\n"
                              "        return;\n"
                              "    int i = 0;\n"
                              "    while (atomic_cmpxchg(lock, 0, 1))\n"
                              "        i++;\n"
                              "    sum[0] += 1;\n"
                              "    if (!FAULT)\n"
                              "        atomic_xchg(lock, 0);\n"
                              "}\n";

int main(void)
{
    begin(kernels);
    set_buffer(0, ints(1, 0));
    set_local(1, sizeof(cl_int));
    start(2, 2); // @launch
    clFinish(queue);
    return end();
}
