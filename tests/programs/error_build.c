/* A kernel that does not compile, where builds are not looked at: a failed call. */
//!
//! finding id=api-error severity=error call=clBuildProgram code=-11 line=@build arg=program message~="line 1: use of undeclared"
//! options --check api
#include "support.h"

int main(void)
{
    set_up();
    const char *text = FAULT ? "kernel void k(global int *a) { a[0] = missing; }"
                             : "kernel void k(global int *a) { a[0] = 1; }";
    cl_program other = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    clBuildProgram(other, 1, &device, "", NULL, NULL); // @build
    clReleaseProgram(other);
    tear_down();
    return 0;
}
