/* A kernel that the program does not have, and NULL used as if it were one. */
//!
//! finding id=api-error severity=error call=clCreateKernel code=-46 line=@create arg=kernel_name message~=skale
//! finding id=api-error severity=error call=clSetKernelArg code=-48 line=@set arg=kernel message~=NULL
#include "support.h"

int main(void)
{
    set_up();
    const cl_float factor = 2;
    cl_kernel kernel = clCreateKernel(program, FAULT ? "skale" : "scale", NULL); // @create
    clSetKernelArg(kernel, 2, sizeof factor, &factor);                           // @set
    if (kernel)
        clReleaseKernel(kernel);
    tear_down();
    return 0;
}
