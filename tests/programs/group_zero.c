/* A local size of 0. */
//!
//! finding id=invalid-work-group-size severity=error call=clEnqueueNDRangeKernel line=@launch arg=local_work_size kernel=fill message~="the local size is 0 in dimension 1" fix~="local size 8 x 2"
//! exit 134
//! finding id=object-leak object=buffer
//! finding id=object-leak object=context
//! finding id=object-leak object=queue
//! finding id=object-leak object=program
//! finding id=object-leak object=kernel
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
    const size_t global[3] = {32, 2, 1}, local[3] = {8, FAULT ? 0 : 2, 1};
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    tear_down();
    return 0;
}
