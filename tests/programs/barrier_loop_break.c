/* A break from two branches within a loop that has a barrier. */
//! finding id=barrier-divergence kernel=k source="exit: break" line=@launch barrier.decision=early-exit
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    tile[l] = 0;\n"
                              "    for (int k = 0; k < 4; k++) {\n"
                              "        if (l & 1) {\n"
                              "            tile[l] += 1;\n"
                              "            if (FAULT && l == 5)\n"
                              "                break;\n" // #exit
                              "        }\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    }\n"
                              "    out[i] = tile[l];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 0 && host[1] == 4));
    return end();
}
