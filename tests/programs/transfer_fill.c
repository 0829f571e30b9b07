/* A fill of twice as many elements. */
//!
//! finding id=transfer-out-of-bounds severity=error code=-30 call=clEnqueueFillBuffer line=@fill arg=size object=buffer evidence.bytes_past_end=4096
#include "support.h"

int main(void)
{
    static char host[4 * BYTES];
    const cl_float one = 1;
    (void)host;
    const size_t size = FAULT ? 2 * BYTES : BYTES;
    set_up();
    cl_mem buffer = new_buffer(BYTES);
    clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, size, 0, NULL, NULL); // @fill
    clFinish(queue);
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
