/* Several source strings, with and without lengths; options with quotes, blanks and a macro of two words. */
#include "way.h"

int main(void)
{
    const char *strings[] = {"#define SHIFT 3\n", "kernel void add(global int *a, int n)\n{   ",
                             "int i = get_global_id(0); XXXX", "if (i < n) a[i] += FOUR << SHIFT", "; }\n"};
    const size_t lengths[] = {0, 0, strlen(strings[2]) - 4, 0, 0};
    cl_int error, n = N - 1;
    set_up();
    cl_program p = clCreateProgramWithSource(context, 5, strings, lengths, &error);
    must(error, "clCreateProgramWithSource");
    must(clBuildProgram(p, 1, &device, "-DFOUR=\"(2 + 2)\"  -D UNUSED -cl-mad-enable", NULL, NULL),
         "clBuildProgram");
    cl_kernel k = kernel_of(p, "add");
    cl_mem a = numbers();
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    must(clSetKernelArg(k, 1, sizeof n, &n), "clSetKernelArg");
    launch(k);
    print_ints("add", a);
    launch(k);
    print_ints("again", a);
    print_refs("at last", 4, p, k);
    clReleaseKernel(k);
    must(clBuildProgram(p, 1, &device, "-DFOUR=5", NULL, NULL), "clBuildProgram again");
    k = kernel_of(p, "add");
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    must(clSetKernelArg(k, 1, sizeof n, &n), "clSetKernelArg");
    launch(k);
    print_ints("with other options", a);
    clReleaseKernel(k);
    clReleaseMemObject(a);
    clReleaseProgram(p);
    print_refs("when released", 2, NULL, NULL);
    tear_down();
    return 0;
}
