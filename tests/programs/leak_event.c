/* The event of every launch is asked for and never released. */
//!
//! finding id=object-leak severity=warning count=20 created=@made object=event
#include "support.h"

int main(void)
{
    set_up();
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    const size_t global = N;
    const cl_float zero = 0;
    set_scale(kernel, a, b);
    clEnqueueFillBuffer(queue, b, &zero, sizeof zero, 0, BYTES, 0, NULL, NULL);
    for (int i = 0; i < 20; i++) {
        cl_event done;
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &done); // @made
        if (!FAULT)
            clReleaseEvent(done);
    }
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    tear_down();
    return 0;
}
