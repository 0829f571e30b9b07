/* Counts down with an unsigned counter, which is always >= 0: nothing ends the loop. */
//!
//! finding id=kernel-hang severity=error kernel=k call=clEnqueueNDRangeKernel line=@launch launch.global=[1] loops.0.kind=endless loops.0.line=4 arguments.0.text="`out`: buffer of 256 bytes" arguments.1.text="`n`: 64" waits.0.call=clFinish waits.0.line=@wait finished=false
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

static const char kernels[] = "kernel void k(global volatile int *out, int n)\n"
                              "{\n"
                              "#if FAULT\n"
                              "    for (uint i = n - 1; i >= 0; i--)\n"
                              "#else\n"
                              "    for (int i = n - 1; i >= 0; i--)\n"
                              "#endif\n"
                              "        out[i & 63] = i;\n"
                              "}\n";

int main(void)
{
    begin(kernels);
    set_buffer(0, ints(COUNT, 0));
    set_int(1, COUNT);
    start(1, 0);                          // @launch
    CHECK(clFinish(queue) == CL_SUCCESS); // @wait
    sleep(LONG_S);
    return end();
}
