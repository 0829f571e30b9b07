/* A buffer of no bytes. */
//!
//! finding id=api-error severity=error call=clCreateBuffer code=-61 line=@create arg=size message~=0
#include "support.h"

int main(void)
{
    cl_int error;
    set_up();
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, FAULT ? 0 : BYTES, NULL, &error); // @create
    if (buffer)
        clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
