/* A double where the kernel takes a float, and the code is ignored. */
//!
//! finding id=invalid-arg-size severity=error call=clSetKernelArg code=-51 kernel=scale line=@set evidence.expected_size=4 evidence.actual_size=8 evidence.argument=2
//! finding id=unset-kernel-arg severity=error kernel=scale line=@launch evidence.argument=2
#include "support.h"

int main(void)
{
    set_up();
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    const cl_int n = N;
    const size_t global = N;
#if FAULT
    const double factor = 2;
#else
    const cl_float factor = 2;
#endif
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof b, &b);
    clSetKernelArg(kernel, 2, sizeof factor, &factor); // @set
    clSetKernelArg(kernel, 3, sizeof n, &n);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    tear_down();
    return 0;
}
