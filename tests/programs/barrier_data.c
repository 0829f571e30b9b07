/* As often as the data says, which is the same for all of the group or not. */
//! finding id=barrier-divergence kernel=k source="loop: rounds-- > 0" line=@launch barrier.decision=loop
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    int rounds = in[FAULT ? 0 : i] + (FAULT ? l / 15 : 0);\n"
                              "    while (rounds-- > 0) {\n" // #loop
                              "        tile[l] = in[i];\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    }\n"
                              "    out[i] = tile[l];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 1 && host[63] == 1));
    return end();
}
