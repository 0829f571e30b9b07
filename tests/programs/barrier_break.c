/* One work-item leaves a loop with a barrier; and all of them, by what they have read from local memory. */
//! finding id=barrier-divergence kernel=k source="exit: FAULT ? l == 3 : tile[0] == 2" line=@launch barrier.decision=early-exit
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    for (int k = 0; k < 4; k++) {\n"
                              "        tile[l] = k;\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "        if (FAULT ? l == 3 : tile[0] == 2)\n" // #exit
                              "            break;\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    }\n"
                              "    out[i] = tile[l];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 2));
    return end();
}
