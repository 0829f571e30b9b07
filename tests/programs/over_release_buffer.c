/* Released twice. */
//!
//! finding id=over-release severity=error call=clReleaseMemObject code=-38 line=@again created=@made released=@released object=buffer
#include "support.h"

int main(void)
{
    set_up();
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, NULL); // @made
    if (!FAULT)
        clRetainMemObject(buffer);
    clReleaseMemObject(buffer); // @released
    clReleaseMemObject(buffer); // @again
    tear_down();
    return 0;
}
