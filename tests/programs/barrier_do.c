/* The condition at the end of a loop. */
//! finding id=barrier-divergence kernel=k source="loop: k < (FAULT ? l : n)" line=@launch barrier.decision=loop
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    int k = 0;\n"
                              "    do {\n"
                              "        tile[l] = in[i];\n"
                              "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "        k++;\n"
                              "    } while (k < (FAULT ? l : n));\n" // #loop
                              "    out[i] = tile[l];\n"
                              "}\n";

int main(void)
{
    start(kernels, 3);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 1));
    return end();
}
