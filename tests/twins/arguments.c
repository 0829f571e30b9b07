/* Every sort of argument: buffers, none, sub-buffers, local memory, structs, vectors; changed between
 * launches. */
#include "way.h"

struct box {
    cl_int low, high;
    cl_float weights[10];
};

static const char text[] = "typedef struct { int low, high; float weights[10]; } box;\n"
                           "kernel void every(global int *a, global const int *b, local int *tile, box x, "
                           "float16 v, char c, double d,\n"
                           "                constant int *table, local short *second)\n"
                           "{\n"
                           "    int i = get_global_id(0), l = get_local_id(0);\n"
                           "    tile[l] = i; second[l] = c;\n"
                           "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "    int other = tile[get_local_size(0) - 1 - l] + second[l];\n"
                           "    a[i] = other + (b ? b[i % 16] : -1) + x.high * (int)x.weights[9] + (int)v.sf "
                           "+ (int)d + table[i % 4];\n"
                           "}\n";

static cl_kernel k;

static void set(cl_uint i, size_t size, const void *value)
{
    must(clSetKernelArg(k, i, size, value), "clSetKernelArg");
}

static void run(const char *what, cl_mem a, size_t local)
{
    const size_t global = N;
    must(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    print_ints(what, a);
}

int main(void)
{
    cl_buffer_region region = {128, 64};
    struct box box = {1, 2, {0}};
    cl_float16 v = {.s = {0}};
    cl_char c = 5;
    cl_double d = 1000;
    cl_int error;
    set_up();
    cl_program p = built(text, "");
    k = kernel_of(p, "every");
    cl_mem a = numbers(), b = numbers(), none = NULL;
    cl_mem part = clCreateSubBuffer(b, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    must(error, "clCreateSubBuffer");
    box.weights[9] = 3;
    v.s[15] = 9;
    set(0, sizeof a, &a);
    set(1, sizeof b, &b);
    set(2, 16 * sizeof(cl_int), NULL);
    set(3, sizeof box, &box);
    set(4, sizeof v, &v);
    set(5, sizeof c, &c);
    set(6, sizeof d, &d);
    set(7, sizeof b, &b);
    set(8, 64 * sizeof(cl_short), NULL);
    run("first", a, 16);
    run("the same again", a, 16);
    set(1, sizeof none, &none);
    run("handle of no buffer", a, 16);
    set(1, sizeof part, &part);
    set(2, 64 * sizeof(cl_int), NULL);
    run("sub-buffer, more local memory", a, 64);
    set(1, sizeof none, NULL);
    box.weights[9] = 4;
    set(3, sizeof box, &box);
    run("no buffer, another struct", a, 64);
    printf("too large: %d\n", clSetKernelArg(k, 6, 1000, &box));
    run("after a refused argument", a, 64);
    clReleaseMemObject(part);
    clReleaseMemObject(b);
    b = clCreateBuffer(context, CL_MEM_READ_ONLY, BYTES * 2, NULL, &error);
    cl_int four = 4;
    must(clEnqueueFillBuffer(queue, b, &four, sizeof four, 0, BYTES * 2, 0, NULL, NULL),
         "clEnqueueFillBuffer");
    set(1, sizeof b, &b);
    set(7, sizeof b, &b);
    run("another buffer, perhaps in the same place", a, 64);
    print_refs("at last", 5, p, k);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseKernel(k);
    clReleaseProgram(p);
    print_refs("when released", 2, NULL, NULL);
    tear_down();
    return 0;
}
