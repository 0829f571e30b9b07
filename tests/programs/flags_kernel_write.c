/* A kernel writes what the host created for reading only. */
//!
//! finding id=access-flag-violation severity=warning call=clEnqueueNDRangeKernel line=@launch kernel=scale object=buffer created=@made evidence.source_line=4 message~="writes argument 0 (`float* out`) in line 4"
//! options --check=default,bounds
#include "support.h"

static const char text[] = "kernel void scale(global float *out, global const float *in)\n"
                           "{\n"
                           "    int i = get_global_id(0);\n"
                           "    out[i] = in[i] * 2;\n"
                           "}\n";

int main(void)
{
    set_up_with(text, "");
    const cl_mem_flags flags = FAULT ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
    const size_t global = N;
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY, BYTES, NULL, NULL);
    cl_mem out = clCreateBuffer(context, flags, BYTES, NULL, NULL); // @made
    cl_kernel kernel = new_kernel("scale");
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, sizeof in, &in);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    tear_down();
    return 0;
}
