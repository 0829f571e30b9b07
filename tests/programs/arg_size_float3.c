/* Three floats for a float3, which has the size of a float4. */
//!
//! finding id=invalid-arg-size call=clSetKernelArg kernel=cross3 line=@set evidence.expected_size=16 evidence.actual_size=12 fix~="size of 4 components"
#include "support.h"

int main(void)
{
    set_up();
    cl_kernel kernel = new_kernel("cross3");
    const cl_float axis[4] = {1, 2, 3, 0};
    clSetKernelArg(kernel, 1, FAULT ? 3 * sizeof(cl_float) : sizeof axis, axis); // @set
    clReleaseKernel(kernel);
    tear_down();
    return 0;
}
