/* A program that forks before its first call, and again after its kernels have run. */
#include "way.h"

#include <sys/wait.h>
#include <unistd.h>

static void run(const char *who)
{
    set_up();
    cl_program p = built("kernel void add(global int *a) { a[get_global_id(0)] += 1; }\n", "");
    cl_kernel k = kernel_of(p, "add");
    cl_mem a = numbers();
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    launch(k);
    print_ints(who, a);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) { /* the driver's threads are gone: only what needs none of them */
        cl_uint n = 0;
        clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof n, &n, NULL);
        printf("%s, child: %u, %d\n", who, n, clSetKernelArg(k, 0, sizeof a, &a));
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    launch(k);
    print_ints(who, a);
    clReleaseMemObject(a);
    clReleaseKernel(k);
    clReleaseProgram(p);
    tear_down();
    fflush(stdout);
}

int main(void)
{
    pid_t child = fork();
    if (child == 0) {
        run("child");
        _exit(0);
    }
    waitpid(child, NULL, 0);
    run("parent");
    return 0;
}
