/* A sum into a buffer that was created for writing only: += reads; and in a function, so that it is two steps
 * away. */
//!
//! finding id=access-flag-violation severity=warning call=clEnqueueNDRangeKernel line=@launch kernel=total object=buffer created=@made evidence.source_line=3 evidence.access=read
//! options --check=default,bounds
#include "support.h"

static const char text[] = "void add(global float *to, float value, int i)\n"
                           "{\n"
                           "    to[i] += value;\n"
                           "}\n"
                           "kernel void total(global float *out, global const float *in)\n"
                           "{\n"
                           "    int i = get_global_id(0);\n"
                           "    add(out, in[i], i);\n"
                           "}\n";

int main(void)
{
    set_up_with(text, "");
    const cl_mem_flags flags = FAULT ? CL_MEM_WRITE_ONLY : CL_MEM_READ_WRITE;
    const size_t global = N;
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY, BYTES, NULL, NULL);
    cl_mem out = clCreateBuffer(context, flags, BYTES, NULL, NULL); // @made
    cl_kernel kernel = new_kernel("total");
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
