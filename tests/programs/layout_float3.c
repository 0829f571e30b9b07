/* Points of three floats each, for a kernel that takes float3: 16 bytes each. */
//!
//! finding id=layout-mismatch severity=warning call=clEnqueueNDRangeKernel line=@launch kernel=lengths evidence.expected_size=16384 evidence.actual_size=12288 message~="12 for each of the 1024 work-items" object=kernel
#include "support.h"

static const char text[] = "kernel void lengths(global float *out, global const float3 *points)\n"
                           "{\n"
                           "    int i = get_global_id(0);\n"
                           "    out[i] = i < 16 ? points[i].x : 0;\n"
                           "}\n";

int main(void)
{
    set_up_with(text, "");
    cl_mem out = new_buffer(BYTES), points = new_buffer(N * (FAULT ? 3 : 4) * sizeof(cl_float));
    cl_kernel kernel = new_kernel("lengths");
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, sizeof points, &points);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &(size_t){N}, NULL, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(points);
    clReleaseMemObject(out);
    tear_down();
    return 0;
}
