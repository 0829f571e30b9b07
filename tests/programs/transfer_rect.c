/* A rectangle of 32 rows of 128 bytes, with the pitch of a larger picture: only the last rows pass the end.
 */
//!
//! finding id=transfer-out-of-bounds severity=error code=-30 call=clEnqueueReadBufferRect arg=region object=buffer evidence.bytes_past_end=3844 message~="by 3844 bytes"
#include "support.h"

int main(void)
{
    static char host[4 * BYTES];
    const size_t none[3] = {0, 0, 0}, region[3] = {128, 32, 1};
    const size_t pitch = FAULT ? 252 : 0;
    set_up();
    cl_mem buffer = new_buffer(BYTES);
    clEnqueueReadBufferRect(queue, buffer, CL_TRUE, none, none, region, pitch, 0, 0, 0, host, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
