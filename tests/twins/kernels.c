/* clCreateKernelsInProgram, clCloneKernel, and two kernel objects of one name with arguments of their own. */
#include "way.h"

static void set(cl_kernel k, cl_mem a, cl_int by)
{
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    must(clSetKernelArg(k, 1, sizeof by, &by), "clSetKernelArg");
}

static void clone(cl_kernel k, cl_mem a)
{
    cl_int error = CL_INVALID_OPERATION, by = 1000;
    cl_kernel copy = clCloneKernel(k, &error);
    if (!copy) {
        printf("no clones here: %d\n", error);
        return;
    }
    must(clSetKernelArg(k, 1, sizeof by, &by), "clSetKernelArg");
    launch(copy); /* with the values of then */
    print_ints("clone", a);
    launch(k);
    print_ints("its source", a);
    clReleaseKernel(copy);
}

int main(void)
{
    cl_kernel ks[8] = {NULL};
    cl_uint n = 0;
    set_up();
    cl_program p = built("kernel void up(global int *a, int by) { a[get_global_id(0)] += by; }\n"
                         "kernel void down(global int *a, int by) { a[get_global_id(0)] -= by; }\n",
                         "");
    must(clCreateKernelsInProgram(p, 8, ks, &n), "clCreateKernelsInProgram");
    cl_mem a = numbers(), b = numbers();
    for (cl_uint i = 0; i < n; i++) {
        char name[64];
        must(clGetKernelInfo(ks[i], CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL), "clGetKernelInfo");
        set(ks[i], a, strcmp(name, "up") == 0 ? 11 : 3);
        launch(ks[i]);
    }
    print_ints("both", a);
    cl_kernel one = kernel_of(p, "up"), two = kernel_of(p, "up");
    set(one, a, 1);
    set(two, b, 2);
    launch(one);
    launch(two);
    launch(one);
    print_ints("one", a);
    print_ints("two", b);
    clone(one, a);
    print_refs("at last", 5, p, one);
    for (cl_uint i = 0; i < n; i++)
        clReleaseKernel(ks[i]);
    clReleaseKernel(one);
    clReleaseKernel(two);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseProgram(p);
    print_refs("when released", 2, NULL, NULL);
    tear_down();
    return 0;
}
