/* The barrier is in a function, called in a branch. */
//! finding id=barrier-divergence kernel=k source="branch: FAULT ? in[i] + l > 3 : n > 3" line=@launch barrier.decision=branch
//! checked
#include "barrier.h"

static const char kernels[] = "int exchange(local int *tile, int l)\n"
                              "{\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    return tile[15 - l];\n"
                              "}\n"
                              "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    int x = 0;\n"
                              "    tile[l] = in[i];\n"
                              "    if (FAULT ? in[i] + l > 3 : n > 3)\n" // #branch
                              "        x = exchange(tile, l);\n"
                              "    out[i] = x;\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 1));
    return end();
}
