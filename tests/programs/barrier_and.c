/* The second operand of && waits: called by some. */
//! finding id=barrier-divergence kernel=k source="branch: (FAULT ? l > 3 : n > 3)" line=@launch barrier.decision=branch
//! checked
#include "barrier.h"

static const char kernels[] = "int ready(local int *tile, int l)\n"
                              "{\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    return tile[0];\n"
                              "}\n"
                              "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    tile[l] = in[i];\n"
                              "    if ((FAULT ? l > 3 : n > 3) && ready(tile, l))\n" // #branch
                              "        out[i] = 5;\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 5));
    return end();
}
