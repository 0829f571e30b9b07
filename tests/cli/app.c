/*
 * app.c - a program of many lives, for the tests of the command line. What it does is its first argument.
 */
#include "../programs/support.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>

static cl_mem leak_one(void)
{
    return clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
}

static int fork_and_leak(void)
{
    set_up();
    pid_t pid = fork();
    if (pid == 0) { /* PoCL's threads did not come along: only calls that need none */
        clCreateUserEvent(context, NULL);
        clGetPlatformIDs(1, &platform, NULL);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    tear_down();
    return 0;
}

static int exec_again(char *self)
{
    set_up();
    leak_one();
    execl(self, self, "leak", (char *)NULL);
    return 1;
}

static _Noreturn void work_long(void)
{
    set_up();
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    const cl_float zero = 0;
    set_scale(kernel, a, b);
    clEnqueueFillBuffer(queue, b, &zero, sizeof zero, 0, BYTES, 0, NULL, NULL);
    leak_one();
    puts("working");
    fflush(stdout);
    for (;;) {
        cl_event done;
        const size_t global = N;
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &done);
        clReleaseEvent(done);
        cl_mem passing = new_buffer(64);
        clReleaseMemObject(passing);
        clFinish(queue);
    }
}

/* `limit`: after the first launch no file may grow past 100,000 bytes. Before, PoCL itself writes what it
 * builds. */
static int many_launches(const char *count, bool limit)
{
    const struct rlimit small = {100000, 100000};
    set_up();
    cl_mem a = new_buffer(BYTES), b = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("scale");
    const size_t one = 1;
    const cl_float zero = 0;
    set_scale(kernel, a, b);
    clEnqueueFillBuffer(queue, b, &zero, sizeof zero, 0, BYTES, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    clFinish(queue);
    if (limit)
        setrlimit(RLIMIT_FSIZE, &small);
    for (int i = atoi(count); i-- > 0;) {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
        if (i % 1000 == 0)
            clFinish(queue);
    }
    leak_one();
    clReleaseMemObject(a);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseKernel(kernel);
    tear_down();
    return 0;
}

/* As a Python wheel does: a loader of its own choosing, opened late. */
static int open_late(void)
{
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    cl_int (*get)(cl_uint, cl_platform_id *, cl_uint *) = NULL;
    cl_mem (*create)(cl_context, cl_mem_flags, size_t, void *, cl_int *) = NULL;
    *(void **)&get = dlsym(library, "clGetPlatformIDs");
    *(void **)&create = dlsym(library, "clCreateBuffer");
    cl_uint count = 0;
    cl_int error = get(0, NULL, &count);
    create(NULL, 0, 0, NULL, &error);
    return error == CL_INVALID_CONTEXT ? 0 : 1;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "exit") == 0)
        return atoi(argv[2]);
    if (strcmp(what, "fork") == 0)
        return fork_and_leak();
    if (strcmp(what, "exec") == 0)
        return exec_again(argv[0]);
    if (strcmp(what, "work") == 0)
        work_long();
    if (strcmp(what, "launches") == 0)
        return many_launches(argv[2], argc > 3);
    if (strcmp(what, "late") == 0)
        return open_late();
    set_up();
    if (strcmp(what, "leak") == 0)
        leak_one();
    if (strcmp(what, "abort") == 0) {
        leak_one();
        abort();
    }
    if (strcmp(what, "error") == 0)
        clReleaseMemObject(NULL);
    if (strcmp(what, "catch") == 0) { /* the program handles the signal itself */
        signal(SIGTERM, SIG_DFL);
        puts("working");
        fflush(stdout);
        pause();
    }
    if (strcmp(what, "stdout") == 0)
        puts("the program's own output");
    tear_down();
    return 0;
}
