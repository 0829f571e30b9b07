/* Behind a barrier that not all reached others follow: told once, and the launch ends. */
//! finding id=barrier-divergence kernel=k source="branch: FAULT ? l < 8 : n > 0" line=@launch barrier.decision=branch
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    tile[l] = in[i];\n"
                              "    if (FAULT ? l < 8 : n > 0) {\n" // #branch
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    }\n"
                              "    for (int k = 0; k < 8; k++) {\n"
                              "        if (FAULT ? l == k : k == n)\n"
                              "            barrier(CLK_LOCAL_MEM_FENCE);\n"
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
    CHECK(FAULT || (host[0] == 9));
    return end();
}
