/* A group of two dimensions: one row stays away. */
//! finding id=barrier-divergence kernel=k source="branch: FAULT ? get_local_id(1) == 2 : get_group_id(1) == 0" line=@launch barrier.decision=branch
//! checked
#include "barrier.h"

static const char kernels[] =
    "kernel void k(global int *out, global const int *in, int n)\n"
    "{\n"
    "    local int tile[16];\n"
    "    int i = get_global_id(0) + 16 * get_global_id(1), l = get_local_id(0) + 4 * get_local_id(1);\n"
    "    tile[l] = in[i % 64];\n"
    "    if (FAULT ? get_local_id(1) == 2 : get_group_id(1) == 0) {\n" // #branch
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    out[i % 64] = tile[l ^ 1];\n"
    "}\n";

int main(void)
{
    start(kernels, COUNT);
    const size_t items[2] = {16, 4}, group[2] = {4, 4};
    cl_int error = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, items, group, 0, NULL, NULL); // @launch
    CHECK(error == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 1));
    return end();
}
