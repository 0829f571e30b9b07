/* A return inside two conditions: voted on behind them, so that those who come no nearer are no fault. */
//! finding id=barrier-divergence kernel=k source="exit: return" line=@launch barrier.decision=early-exit
//! checked
#include "barrier.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    local int tile[16];\n"
                              "    int i = get_global_id(0), l = get_local_id(0);\n"
                              "    if (l > 3) {\n"
                              "        if (FAULT ? in[i] == 1 && l == 7 : in[i] == 5)\n"
                              "            return;\n" // #exit
                              "        tile[l] = in[i];\n"
                              "    } else\n"
                              "        tile[l] = 2;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    out[i] = tile[15 - l];\n"
                              "}\n";

int main(void)
{
    start(kernels, COUNT);
    run_groups(COUNT, 16); // @launch
    const cl_int *host = written();
    CHECK(FAULT || (host[0] == 1 && host[15] == 2));
    return end();
}
