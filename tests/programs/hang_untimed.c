/* No event tells that the launch runs: but a thread has waited for it all this time, and for nothing else. */
//!
//! finding id=kernel-hang kernel=k line=@launch message~="kernel `k` has not finished within 1 s" waits.0.call=clFinish loops.0.kind=waits evidence.candidates=1
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

static const char kernels[] = "kernel void k(global volatile int *flag)\n"
                              "{\n"
                              "    while (flag[0] == 0)\n"
                              "        ;\n"
                              "}\n";

int main(void)
{
    no_events();
    begin(kernels);
    set_buffer(0, ints(1, !FAULT));
    start(1, 0); // @launch
    sleep(FAULT ? 0 : LONG_S);
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
