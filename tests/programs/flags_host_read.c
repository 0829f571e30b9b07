/* The host reads a buffer that it said it would only write. */
//!
//! finding id=access-flag-violation severity=error code=-59 call=clEnqueueReadBuffer line=@read arg=buffer object=buffer created=@made message~=CL_MEM_HOST_WRITE_ONLY
#include "support.h"

int main(void)
{
    static char host[4 * BYTES];
    set_up();
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (FAULT ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
    cl_mem buffer = clCreateBuffer(context, flags, BYTES, NULL, NULL);          // @made
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, host, 0, NULL, NULL); // @read
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
