/* A local size that does not divide the global size (OpenCL 1.2 kernels need it to); the program notices and
 * stops. */
//!
//! finding id=invalid-work-group-size severity=error call=clEnqueueNDRangeKernel code=-54 line=@launch arg=local_work_size kernel=scale message~="local size 64 does not divide global size 1000: in dimension 0, 40 is left over" fix~="up to 1024" evidence.local_size_that_fits=50 evidence.global_size_rounded_up=1024
//! exit 3
#include "support.h"

int main(void)
{
    int status = 0;
    set_up();
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    const size_t global = 1000, local = FAULT ? 64 : 50;
    set_scale(kernel, a, b);
    cl_int error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL); // @launch
    if (error != CL_SUCCESS)
        status = 3;
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    tear_down();
    return status;
}
