/* A write at an offset in elements, where bytes are meant: one element too far. */
//!
//! finding id=transfer-out-of-bounds severity=error code=-30 call=clEnqueueWriteBuffer line=@write arg=size object=buffer created=@made evidence.bytes_past_end=4
#include "support.h"

int main(void)
{
    static char host[4 * BYTES];
    set_up();
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, NULL);                   // @made
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 4, FAULT ? BYTES : BYTES - 4, host, 0, NULL, NULL); // @write
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
