/* Arguments belong to the kernel object: a second one of the same kernel starts without any. A clone has
 * them. */
//!
//! finding id=unset-kernel-arg severity=error kernel=scale line=@launch evidence.argument=0 evidence.missing=4
#include "support.h"

int main(void)
{
    set_up();
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel first = new_kernel("scale"), second = new_kernel("scale");
    const size_t global = N;
    set_scale(first, a, b);
    if (!FAULT)
        set_scale(second, a, b);
    clEnqueueNDRangeKernel(queue, second, 1, NULL, &global, NULL, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(first);
    clReleaseKernel(second);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    tear_down();
    return 0;
}
