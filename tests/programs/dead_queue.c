/* Work is given to a command-queue that is released. */
//!
//! finding id=use-after-release severity=error call=clEnqueueNDRangeKernel code=-36 line=@used object=queue arg=command_queue
//! finding id=use-after-release severity=error call=clFinish code=-36 object=queue
#include "support.h"

int main(void)
{
    set_up();
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    cl_command_queue other = clCreateCommandQueue(context, device, 0, NULL);
    const size_t global = N;
    set_scale(kernel, a, b);
    clFinish(other);
    if (FAULT)
        clReleaseCommandQueue(other);
    clEnqueueNDRangeKernel(other, kernel, 1, NULL, &global, NULL, 0, NULL, NULL); // @used
    clFinish(other);
    if (!FAULT)
        clReleaseCommandQueue(other);
    clReleaseKernel(kernel);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    tear_down();
    return 0;
}
