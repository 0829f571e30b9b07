/* A context lives as long as any of its objects, so the correct twin may use it after its release; when the
   last object is gone, so is the context. */
//!
//! finding id=use-after-release severity=error call=clCreateBuffer code=-34 line=@used object=context arg=context
#include "support.h"

int main(void)
{
    cl_int error;
    set_up();
    cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_mem keeps_it = clCreateBuffer(other, CL_MEM_READ_WRITE, BYTES, NULL, &error);
    clReleaseContext(other);
    if (FAULT)
        clReleaseMemObject(keeps_it);
    cl_mem late = clCreateBuffer(other, CL_MEM_READ_WRITE, BYTES, NULL, &error); // @used
    if (!FAULT) {
        clReleaseMemObject(late);
        clReleaseMemObject(keeps_it);
    }
    tear_down();
    return 0;
}
