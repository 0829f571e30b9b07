/* A variable that some have changed decides; and one that all have. */
//! finding id=barrier-divergence kernel=k source="loop: k < steps" line=@launch barrier.decision=loop
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    int steps = n;\n"
                              "    if (FAULT ? l == 9 : n == 3)\n"
                              "        steps += 1;\n"
                              "    for (int k = 0; k < steps; k++) {\n" // #loop
                              "        tile[l] = k;\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    }\n"
                              "    out[i] = tile[l];\n"
                              "}\n";

int main(void)
{
    start(kernels, 3);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 3));
    return end();
}
