/* A function is left early by some, past its barrier; and by all. */
//! finding id=barrier-divergence kernel=k source="exit: n < 4" line=@launch barrier.decision=early-exit source.function=next_of
//! checked
#include "barrier.h"

static const char kernels[] = "int next_of(local int *tile, int l, int n)\n"
                              "{\n"
                              "    if (n < 4)\n" // #exit
                              "        return 7;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    return tile[(l + 1) % 16];\n"
                              "}\n"
                              "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    tile[l] = in[i];\n"
                              "    out[i] = next_of(tile, l, FAULT ? l : n);\n"
                              "}\n";

int main(void)
{
    start(kernels, 2);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 7 && host[63] == 7));
    return end();
}
