/* Two dimensions, of which the second does not divide: both sizes are given back whole. */
//!
//! finding id=invalid-work-group-size severity=error call=clEnqueueNDRangeKernel code=-54 line=@launch arg=local_work_size message~="local size 8 x 8 does not divide global size 64 x 30: in dimension 1, 6 is left over" evidence.local_size_that_fits="8 x 6" evidence.global_size_rounded_up="64 x 32"
#include "support.h"

static const char text[] = "kernel void fill(global int *out)\n"
                           "{\n"
                           "    out[get_global_id(0)] = 1;\n"
                           "}\n";

int main(void)
{
    set_up_with(text, "");
    cl_mem out = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("fill");
    const size_t global[2] = {64, FAULT ? 30 : 32}, local[2] = {8, 8};
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    tear_down();
    return 0;
}
