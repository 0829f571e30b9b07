/* The size of what the buffer holds, where the size of its handle belongs. */
//!
//! finding id=invalid-arg-size call=clSetKernelArg code=-51 kernel=scale line=@set evidence.actual_size=4096 fix~=sizeof(cl_mem)
#include "support.h"

int main(void)
{
    set_up();
    cl_mem a = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    clSetKernelArg(kernel, 0, FAULT ? BYTES : sizeof a, &a); // @set
    clReleaseKernel(kernel);
    clReleaseMemObject(a);
    tear_down();
    return 0;
}
