/* OpenCL C 2.0 may have a smaller last group, where the device can: correct, whatever the driver answers to
 * it. */
//! correct only
#include "support.h"

int main(void)
{
    cl_bool can = CL_FALSE;
    set_up_with(source, "-cl-std=CL3.0");
    clGetDeviceInfo(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof can, &can, NULL);
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    const size_t global = 1000, local = can ? 64 : 50;
    set_scale(kernel, a, b);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    tear_down();
    return 0;
}
