/* A mapping that begins behind the end. */
//!
//! finding id=transfer-out-of-bounds severity=error code=-30 call=clEnqueueMapBuffer line=@map arg=offset object=buffer message~="lies 4 bytes behind the end"
#include "support.h"

int main(void)
{
    static char host[4 * BYTES];
    (void)host;
    set_up();
    cl_mem buffer = new_buffer(BYTES);
    const size_t offset = FAULT ? BYTES + 4 : 0;
    void *mapped =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, offset, 16, 0, NULL, NULL, NULL); // @map
    if (mapped)
        clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL);
    clFinish(queue);
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
