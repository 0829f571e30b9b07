/* The event of a finished command is released and then waited for. Releasing it before clFinish, and waiting
   for nothing, is fine. */
//!
//! finding id=use-after-release severity=error call=clEnqueueNDRangeKernel code=-57 line=@used object=event arg=event_wait_list
#include "support.h"

int main(void)
{
    set_up();
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    const size_t global = N;
    cl_event done;
    set_scale(kernel, a, b);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &done);
    clFinish(queue);
    if (FAULT)
        clReleaseEvent(done);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 1, &done, NULL); // @used
    if (!FAULT)
        clReleaseEvent(done);
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    tear_down();
    return 0;
}
