/* Reading a buffer after its last release. */
//!
//! finding id=use-after-release severity=error call=clEnqueueReadBuffer code=-38 line=@used created=@made released=@released object=buffer arg=buffer
#include "support.h"

int main(void)
{
    float host[N];
    set_up();
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, NULL); // @made
    if (FAULT)
        clReleaseMemObject(buffer);                                             // @released
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, host, 0, NULL, NULL); // @used
    if (!FAULT)
        clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
