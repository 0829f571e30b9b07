/* Cases of a switch with barriers of their own. */
//! finding id=barrier-divergence kernel=k source="switch: FAULT ? l / 8 : n" line=@launch barrier.decision=switch
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    tile[l] = in[i];\n"
                              "    switch (FAULT ? l / 8 : n) {\n" // #switch
                              "    case 0:\n"
                              "        tile[l] += 1;\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "        break;\n"
                              "    default:\n"
                              "        tile[l] += 2;\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    }\n"
                              "    out[i] = tile[l ^ 1];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 3));
    return end();
}
