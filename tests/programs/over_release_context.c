/* The second release steals the reference that the buffer holds: the driver would tear the context from under
 * it. */
//!
//! finding id=over-release severity=error call=clReleaseContext code=-34 line=@again object=context
#include "support.h"

int main(void)
{
    cl_int error;
    set_up();
    cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_mem keeps_it = clCreateBuffer(other, CL_MEM_READ_WRITE, BYTES, NULL, &error);
    clReleaseContext(other);
    if (FAULT)
        clReleaseContext(other); // @again
    clReleaseMemObject(keeps_it);
    tear_down();
    return 0;
}
