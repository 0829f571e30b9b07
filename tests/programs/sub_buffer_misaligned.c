/* A sub-buffer that begins in the middle of what the device can address: refused when it is made, or
 * warned of when it is used. Devices differ: PoCL says 1024 bits, NVIDIA 4096. */
//!
//! finding id=misaligned-sub-buffer severity=error call=clCreateSubBuffer code=-13 line=@create arg=buffer_create_info evidence.offset=4 message~="1024 bits" fix~="byte 0 or 128"
//! or id=misaligned-sub-buffer severity=error call=clCreateSubBuffer code=-13 line=@create arg=buffer_create_info evidence.offset=4 message~="4096 bits" fix~="byte 0 or 512"
//! or id=misaligned-sub-buffer severity=warning call=clEnqueueReadBuffer line=@use arg=buffer evidence.offset=4 message~="4096 bits" fix~="byte 0 or 512"
#include "support.h"

int main(void)
{
    cl_uint bits = 0, data[16];
    set_up();
    clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
    const cl_buffer_region region = {FAULT ? 4 : bits / 8, sizeof data};
    cl_mem buffer = new_buffer(BYTES);
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL); // @create
    if (part) {
        clEnqueueReadBuffer(queue, part, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // @use
        clReleaseMemObject(part);
    }
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
