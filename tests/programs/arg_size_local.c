/* Local memory of no size. */
//!
//! finding id=invalid-arg-size call=clSetKernelArg kernel=cross3 line=@set evidence.actual_size=0 message~="local memory"
#include "support.h"

int main(void)
{
    set_up();
    cl_kernel kernel = new_kernel("cross3");
    clSetKernelArg(kernel, 2, FAULT ? 0 : 64 * sizeof(cl_float), NULL); // @set
    clReleaseKernel(kernel);
    tear_down();
    return 0;
}
