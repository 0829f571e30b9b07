/*
 * Objects released in every order, while kernels still use them; callbacks say when the driver destroys what.
 */
#include "way.h"

#include <stdatomic.h>

static const char *const text = "kernel void add(global int *a) { a[get_global_id(0)] += 1; }\n";

static atomic_int contexts_gone, buffers_gone;

static void CL_CALLBACK context_gone(cl_context c, void *data)
{
    (void)c;
    printf("context destroyed (%s)\n", (const char *)data);
    contexts_gone++;
}

static void CL_CALLBACK buffer_gone(cl_mem m, void *data)
{
    (void)m;
    printf("buffer destroyed (%s)\n", (const char *)data);
    buffers_gone++;
}

/* The driver's own thread may hold the last reference a moment longer than the program. */
static void await(atomic_int *gone, int n)
{
    for (int ms = 0; *gone < n && ms < 10000; ms++)
        usleep(1000);
}

static int watched;

static void watch(const char *name)
{
    if (clSetContextDestructorCallback(context, context_gone, (void *)name) == CL_SUCCESS)
        watched++;
}

static void end(void)
{
    await(&contexts_gone, watched);
    printf("end\n");
}

static void program_first(void)
{
    set_up();
    watch("program first");
    cl_program p = built(text, "");
    cl_kernel k = kernel_of(p, "add");
    cl_mem a = numbers();
    clSetMemObjectDestructorCallback(a, buffer_gone, "program first");
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    must(clReleaseProgram(p), "clReleaseProgram");
    launch(k);
    launch(k);
    print_ints("program first", a);
    print_refs("program first", 4, NULL, k);
    printf("releasing the buffer\n");
    must(clReleaseMemObject(a), "clReleaseMemObject");
    await(&buffers_gone, 1);
    printf("releasing the kernel\n");
    must(clReleaseKernel(k), "clReleaseKernel");
    print_refs("kernel gone", 2, NULL, NULL);
    tear_down();
    end();
}

static void context_first(void)
{
    set_up();
    watch("context first");
    cl_program p = built(text, "");
    cl_kernel k = kernel_of(p, "add");
    cl_mem a = numbers();
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    launch(k);
    print_ints("context first", a);
    must(clReleaseContext(context), "clReleaseContext");
    launch(k);
    print_ints("context first", a);
    must(clReleaseMemObject(a), "clReleaseMemObject");
    must(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    printf("releasing the program\n");
    must(clReleaseProgram(p), "clReleaseProgram");
    printf("releasing the kernel\n");
    must(clReleaseKernel(k), "clReleaseKernel");
    end();
}

/* Many programs, one after another: what is added must not add up. */
static void many(void)
{
    set_up();
    watch("many");
    cl_mem a = numbers();
    for (int i = 0; i < 5; i++) {
        cl_program p = built(text, "");
        cl_kernel k = kernel_of(p, "add");
        must(clRetainKernel(k), "clRetainKernel");
        must(clRetainProgram(p), "clRetainProgram");
        must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
        launch(k);
        clFinish(queue);
        clReleaseKernel(k);
        clReleaseProgram(p);
        launch(k);
        clFinish(queue);
        print_refs("many", 4, p, k);
        clReleaseKernel(k);
        clReleaseProgram(p);
    }
    print_ints("many", a);
    print_refs("many gone", 3, NULL, NULL);
    must(clReleaseMemObject(a), "clReleaseMemObject");
    tear_down();
    end();
}

int main(void)
{
    program_first();
    context_first();
    many();
    return 0;
}
