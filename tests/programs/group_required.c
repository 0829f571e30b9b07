/* The kernel says which work-groups it is written for, and the launch has others. */
//!
//! finding id=invalid-work-group-size severity=error call=clEnqueueNDRangeKernel code=-54 line=@launch arg=local_work_size kernel=fill message~="requires 8 x 4 x 1" fix~="8 x 4 x 1"
#include "support.h"

static const char text[] =
    "__attribute__((reqd_work_group_size(8, 4, 1))) kernel void fill(global int *out)\n"
    "{\n"
    "    out[get_global_id(0)] = 1;\n"
    "}\n";

int main(void)
{
    set_up_with(text, "");
    cl_mem out = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("fill");
    const size_t global[3] = {32, 8, 1}, local[3] = {8, FAULT ? 8 : 4, 1};
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    tear_down();
    return 0;
}
