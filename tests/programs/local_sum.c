/* Two tiles that fit alone, and not together. PoCL 3.1 ends the program, others refuse the launch. */
//!
//! finding id=local-memory-exceeded severity=error call=clEnqueueNDRangeKernel line=@launch arg=kernel kernel=add fix~="give argument 1"
//! exit 134 or 0
//! if 134 finding id=object-leak object=buffer
//! if 134 finding id=object-leak object=context
//! if 134 finding id=object-leak object=queue
//! if 134 finding id=object-leak object=program
//! if 134 finding id=object-leak object=kernel
#include "support.h"

static const char text[] = "kernel void add(global int *out, local int *a, local int *b)\n"
                           "{\n"
                           "    local int own[64];\n"
                           "    int i = get_local_id(0);\n"
                           "    own[i] = a[i] = b[i] = i;\n"
                           "    out[get_global_id(0)] = own[i] + a[i] + b[i];\n"
                           "}\n";

int main(void)
{
    cl_ulong most = 0;
    const size_t global = N, local = 64;
    set_up_with(text, "");
    clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, NULL);
    cl_mem out = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("add");
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, FAULT ? (size_t)most / 4 * 3 : local * sizeof(cl_int), NULL);
    clSetKernelArg(kernel, 2, FAULT ? (size_t)most / 4 * 3 : local * sizeof(cl_int), NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    tear_down();
    return 0;
}
