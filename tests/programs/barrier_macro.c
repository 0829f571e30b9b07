/* Branch and barrier come from macros. */
//! finding id=barrier-divergence kernel=k source="branch: SOME((FAULT" line=@launch barrier.decision=branch
//! checked
#include "barrier.h"

static const char kernels[] = "#define SYNC barrier(CLK_LOCAL_MEM_FENCE)\n"
                              "#define SOME(x) if (x)\n"
                              "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    tile[l] = in[i];\n"
                              "    SOME((FAULT ? l : n) > 2) {\n" // #branch
                              "        SYNC;\n"
                              "    }\n"
                              "    out[i] = tile[l ^ 1];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 1));
    return end();
}
