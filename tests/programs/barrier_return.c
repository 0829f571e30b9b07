/* Work-items behind the end return before the barrier; and only skip the accesses. */
//! finding id=barrier-divergence kernel=k source="guard: FAULT && i >= n" line=@launch barrier.decision=early-exit
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    if (FAULT && i >= n)\n" // #guard
                              "        return;\n"
                              "    tile[l] = i < n ? in[i] : 0;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    if (i < n)\n"
                              "        out[i] = tile[l];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT - 8);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 1 && host[63] == 0));
    return end();
}
