/* A return from a loop that each work-item runs for itself, before a barrier; and one that nobody takes. */
//! finding id=barrier-divergence kernel=k source="exit: return" line=@launch barrier.decision=early-exit
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    int sum = 0;\n"
                              "    for (int k = l; k < n; k += 16) {\n"
                              "        if (in[k] < (FAULT ? l / 15 + 1 : 1))\n"
                              "            return;\n" // #exit
                              "        sum += in[k];\n"
                              "    }\n"
                              "    tile[l] = sum;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    out[i] = tile[0];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 4));
    return end();
}
