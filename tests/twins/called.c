/* A kernel that calls a kernel, and two kernels of one program launched in turn. */
#include "way.h"

int main(void)
{
    set_up();
    cl_program p =
        built("kernel void inner(global int *a, int by) { a[get_global_id(0)] += by; }\n"
              "kernel void outer(global int *a, int by) { inner(a, by * 2); a[get_global_id(0)] ^= 1; }\n",
              NULL);
    cl_kernel inner = kernel_of(p, "inner"), outer = kernel_of(p, "outer");
    cl_mem a = numbers();
    for (cl_int i = 0; i < 3; i++) {
        must(clSetKernelArg(outer, 0, sizeof a, &a), "clSetKernelArg");
        must(clSetKernelArg(outer, 1, sizeof i, &i), "clSetKernelArg");
        must(clSetKernelArg(inner, 0, sizeof a, &a), "clSetKernelArg");
        must(clSetKernelArg(inner, 1, sizeof i, &i), "clSetKernelArg");
        launch(outer);
        launch(inner);
    }
    print_ints("called", a);
    clReleaseMemObject(a);
    clReleaseKernel(inner);
    clReleaseKernel(outer);
    clReleaseProgram(p);
    tear_down();
    return 0;
}
