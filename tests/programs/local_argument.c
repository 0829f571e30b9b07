/* Local memory for the whole launch, where that of one work-group is meant: PoCL 3.1 ends the program, with
 * all its objects; others refuse the launch. */
//!
//! finding id=local-memory-exceeded severity=error call=clEnqueueNDRangeKernel line=@launch arg=kernel kernel=cross3 message~="bytes of local memory, and the device has" fix~="give argument 2"
//! exit 134 or 0
//! if 134 finding id=object-leak object=buffer
//! if 134 finding id=object-leak object=context
//! if 134 finding id=object-leak object=queue
//! if 134 finding id=object-leak object=program
//! if 134 finding id=object-leak object=kernel
#include "support.h"

int main(void)
{
    set_up();
    cl_ulong most = 0;
    const cl_float axis[4] = {1, 2, 3, 0};
    const size_t global = N, local = 64;
    clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, NULL);
    cl_mem out = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("cross3");
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, sizeof axis, axis);
    clSetKernelArg(kernel, 2, FAULT ? 2 * (size_t)most : local * sizeof(cl_float), NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    tear_down();
    return 0;
}
