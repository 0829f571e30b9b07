/* A read that passes the buffer's end, whose code is ignored. */
//!
//! finding id=transfer-out-of-bounds severity=error call=clEnqueueReadBuffer code=-30 line=@read arg=size object=buffer message~="by 4096 bytes" evidence.bytes_past_end=4096 next_call=clEnqueueReadBuffer
#include "support.h"

int main(void)
{
    float host[2 * N];
    set_up();
    cl_mem buffer = new_buffer(BYTES);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, FAULT ? 2 * BYTES : BYTES, host, 0, NULL, NULL); // @read
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, host, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
