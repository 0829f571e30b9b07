/* The branch is in a function, on what it is given. */
//! finding id=barrier-divergence kernel=k source="branch: limit > 3" line=@launch barrier.decision=branch source.function=step
//! checked
#include "barrier.h"

static const char kernels[] = "void step(local int *tile, int l, int limit)\n"
                              "{\n"
                              "    if (limit > 3) {\n" // #branch
                              "        tile[l] += 1;\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    }\n"
                              "}\n"
                              "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    tile[l] = in[i];\n"
                              "    step(tile, l, FAULT ? l : n);\n"
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
