/* A kernel does not retain its arguments: the buffer is gone when the second launch comes. Releasing it while
   the first launch may still run is fine, in both twins. */
//!
//! finding id=use-after-release severity=error call=clEnqueueNDRangeKernel code=-52 kernel=scale line=@used created=@made released=@released object=buffer
#include "support.h"

int main(void)
{
    const size_t global = N;
    set_up();
    cl_mem a = new_buffer(BYTES);
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, NULL); // @made
    cl_kernel kernel = new_kernel("scale");
    set_scale(kernel, a, b);
    launch(kernel);
    clReleaseMemObject(b); // @released
    clFinish(queue);
    if (!FAULT) {
        b = new_buffer(BYTES);
        clSetKernelArg(kernel, 1, sizeof b, &b);
    }
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL); // @used
    clFinish(queue);
    if (!FAULT)
        clReleaseMemObject(b);
    clReleaseKernel(kernel);
    clReleaseMemObject(a);
    tear_down();
    return 0;
}
