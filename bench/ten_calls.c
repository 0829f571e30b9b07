/* ten_calls.c - a program that makes ten OpenCL calls: what does a whole `cldoctor run` add to so short a
 * life? */
#include "bench.h"

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    must(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    must(error, "clCreateCommandQueue");
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &error);
    must(error, "clCreateBuffer");
    const cl_float zero = 0;
    must(clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, NULL),
         "clEnqueueFillBuffer");
    must(clFinish(queue), "clFinish");
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
