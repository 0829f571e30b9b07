/* A buffer larger than the device allows; the program holds two others. NVIDIA's driver may give more than it
 * says: then one larger than any address. The code is the driver's to choose. */
//! may skip an H200's driver gives 2^62 bytes, and takes them when they are used
//! finding id=allocation-failed severity=error call=clCreateBuffer code=-61 line=@create arg=size message~="the program holds 2 memory objects of 8192 bytes in all" object=buffer created=@held evidence.bytes_held=8192 evidence.held_1="8192 bytes in 2 buffers"
//! or id=allocation-failed severity=error call=clCreateBuffer line=@create arg=size message~="the program holds 2 memory objects of 8192 bytes in all" object=buffer created=@held evidence.bytes_held=8192 evidence.held_1="8192 bytes in 2 buffers"
#include "support.h"

int main(void)
{
    cl_ulong most = 0;
    cl_mem held[2];
    set_up();
    clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    for (int i = 0; i < 2; i++)
        held[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, NULL); // @held
    const size_t sizes[] = {FAULT ? (size_t)most + 1 : BYTES, (size_t)1 << 62};
    for (int i = 0; i < 1 + FAULT; i++) {
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizes[i], NULL, NULL); // @create
        if (!buffer)
            break;
        if (i)
            return 77;
        clReleaseMemObject(buffer);
    }
    for (int i = 0; i < 2; i++)
        clReleaseMemObject(held[i]);
    tear_down();
    return 0;
}
