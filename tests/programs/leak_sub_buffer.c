/* The buffer is released, but a sub-buffer keeps it: only the sub-buffer is leaked. */
//!
//! finding id=object-leak severity=warning count=1 created=@made object=sub-buffer bytes=1024
#include "support.h"

int main(void)
{
    set_up();
    cl_buffer_region region = {0, 1024};
    cl_mem buffer = new_buffer(BYTES);
    cl_mem part =
        clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL); // @made
    clReleaseMemObject(buffer);
    if (!FAULT)
        clReleaseMemObject(part);
    tear_down();
    return 0;
}
