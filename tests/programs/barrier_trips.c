/* A loop with a barrier that goes round as often as the work-item's number says; and as often as the group's.
 */
//! finding id=barrier-divergence kernel=k source="loop: k < (FAULT ? l : (int)get_group_id(0))" line=@launch barrier.decision=loop
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    tile[l] = in[i];\n"
                              "    for (int k = 0; k < (FAULT ? l : (int)get_group_id(0)); k++) {\n" // #loop
                              "        tile[l] += k;\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    }\n"
                              "    out[i] = tile[l];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 1 && host[63] == 4));
    return end();
}
