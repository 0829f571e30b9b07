/* A barrier in a branch that depends on the work-item; and in one that depends on the group. */
//! finding id=barrier-divergence kernel=k source="branch: (FAULT ? l : (int)get_group_id(0)) < 2" line=@launch barrier.decision=branch
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    tile[l] = in[i];\n"
                              "    if ((FAULT ? l : (int)get_group_id(0)) < 2) {\n" // #branch
                              "        tile[l] += 1;\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    }\n"
                              "    out[i] = tile[l];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 2 && host[63] == 1));
    return end();
}
