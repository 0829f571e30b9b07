/* A program lives as long as its kernels. */
//!
//! finding id=use-after-release severity=error call=clCreateKernel code=-44 line=@used object=program arg=program
#include "support.h"

int main(void)
{
    cl_int error;
    const char *text = source;
    set_up();
    cl_program other = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    clBuildProgram(other, 1, &device, "", NULL, NULL);
    cl_kernel keeps_it = clCreateKernel(other, "scale", &error);
    clReleaseProgram(other);
    if (FAULT)
        clReleaseKernel(keeps_it);
    cl_kernel late = clCreateKernel(other, "cross3", &error); // @used
    if (!FAULT) {
        clReleaseKernel(late);
        clReleaseKernel(keeps_it);
    }
    tear_down();
    return 0;
}
