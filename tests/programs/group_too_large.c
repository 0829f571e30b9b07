/* A work-group with more work-items than any device allows: what fits is named. */
//!
//! finding id=invalid-work-group-size severity=error call=clEnqueueNDRangeKernel line=@launch arg=local_work_size kernel=fill message~="the work-group has 1048576 work-items (1048576), and the device allows" fix~="use local size"
#include "support.h"

static const char text[] = "kernel void fill(global int *out)\n"
                           "{\n"
                           "    out[get_global_id(0)] = 1;\n"
                           "}\n";

int main(void)
{
    set_up_with(text, "");
    cl_mem out = new_buffer(1048576 * sizeof(cl_int));
    cl_kernel kernel = new_kernel("fill");
    const size_t global[3] = {1048576, 1, 1}, local[3] = {FAULT ? 1048576 : 64, 1, 1};
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    tear_down();
    return 0;
}
