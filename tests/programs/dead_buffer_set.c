/* A released buffer is given to clSetKernelArg. */
//!
//! finding id=use-after-release severity=error call=clSetKernelArg code=-38 kernel=scale line=@used released=@released object=buffer
#include "support.h"

int main(void)
{
    set_up();
    cl_mem a = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    if (FAULT)
        clReleaseMemObject(a);               // @released
    clSetKernelArg(kernel, 0, sizeof a, &a); // @used
    if (!FAULT)
        clReleaseMemObject(a);
    clReleaseKernel(kernel);
    tear_down();
    return 0;
}
