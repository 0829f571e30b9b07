/* many.c - a kernel with so many buffers that sizes of ours would exceed CL_DEVICE_MAX_PARAMETER_SIZE. */
#include "way.h"

#define MANY 70

static char *source(void)
{
    static char text[16384];
    char *at = text;
    at += sprintf(at, "kernel void many(");
    for (int i = 0; i < MANY; i++)
        at += sprintf(at, "global int *p%d, ", i);
    at += sprintf(at, "int n) { int i = get_global_id(0); int sum = 0;");
    for (int i = 1; i < MANY; i++)
        at += sprintf(at, " sum += p%d[i %% %d];", i, i);
    sprintf(at, " if (i < n) p0[i] = sum; }");
    return text;
}

int main(void)
{
    cl_mem buffers[MANY];
    cl_int n = N;
    const size_t global = N;
    set_up();
    cl_program p = built(source(), "");
    cl_kernel k = kernel_of(p, "many");
    for (cl_uint i = 0; i < MANY; i++) {
        cl_int error, values[N];
        for (int v = 0; v < N; v++)
            values[v] = v * (int)i;
        /* Buffer i has i elements: each size must reach its own argument. */
        buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                    (i ? i : N) * sizeof(cl_int), values, &error);
        must(error, "clCreateBuffer");
        must(clSetKernelArg(k, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
    }
    must(clSetKernelArg(k, MANY, sizeof n, &n), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    print_ints("sum", buffers[0]);
    for (cl_uint i = 0; i < MANY; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseKernel(k);
    clReleaseProgram(p);
    tear_down();
    return 0;
}
