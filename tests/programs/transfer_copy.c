/* A copy into a buffer that is smaller than its source. */
//!
//! finding id=transfer-out-of-bounds severity=error code=-30 call=clEnqueueCopyBuffer line=@copy arg=size object=buffer created=@small evidence.bytes_past_end=2048
#include "support.h"

int main(void)
{
    static char host[4 * BYTES];
    (void)host;
    set_up();
    cl_mem from = new_buffer(BYTES);
    cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES / 2, NULL, NULL);        // @small
    clEnqueueCopyBuffer(queue, from, to, 0, 0, FAULT ? BYTES : BYTES / 2, 0, NULL, NULL); // @copy
    clFinish(queue);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    tear_down();
    return 0;
}
