/* A sub-buffer that begins in the middle of what the device can address: refused when it is made. */
//!
//! finding id=misaligned-sub-buffer severity=error call=clCreateSubBuffer code=-13 line=@create arg=buffer_create_info evidence.offset=4 message~="1024 bits" fix~="byte 0 or 128"
#include "support.h"

int main(void)
{
    const cl_buffer_region region = {FAULT ? 4 : 128, 64};
    set_up();
    cl_mem buffer = new_buffer(BYTES);
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL); // @create
    if (part)
        clReleaseMemObject(part);
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
