/* The last argument is forgotten. */
//! finding id=unset-kernel-arg severity=error call=clEnqueueNDRangeKernel kernel=scale line=@launch evidence.argument=3 evidence.missing=1 "message~=`int n`"
#include "support.h"

int main(void)
{
    set_up();
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    const cl_float factor = 2;
    const cl_int n = N;
    const size_t global = N;
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof b, &b);
    clSetKernelArg(kernel, 2, sizeof factor, &factor);
    if (!FAULT)
        clSetKernelArg(kernel, 3, sizeof n, &n);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    tear_down();
    return 0;
}
