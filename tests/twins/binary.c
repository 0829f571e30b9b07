/*
 * A program that keeps its binary. With a file's name it loads that if it is there, else it builds and writes
 * it, as programs with a cache do; without one, it does both in one run.
 */
#include "way.h"

static const char text[] = "kernel void add(global int *a, int n) { a[get_global_id(0)] += n * TWO; }\n";

static void run(const char *what, cl_program p)
{
    cl_int n = 21;
    cl_kernel k = kernel_of(p, "add");
    cl_mem a = numbers();
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    must(clSetKernelArg(k, 1, sizeof n, &n), "clSetKernelArg");
    launch(k);
    print_ints(what, a);
    clReleaseMemObject(a);
    clReleaseKernel(k);
}

static cl_program load(const unsigned char *binary, size_t size)
{
    cl_int error, status = 1;
    cl_program p = clCreateProgramWithBinary(context, 1, &device, &size, &binary, &status, &error);
    if (!p) {
        printf("binary refused: %d, %d\n", error, status);
        return NULL;
    }
    must(clBuildProgram(p, 1, &device, NULL, NULL, NULL), "clBuildProgram of a binary");
    return p;
}

static unsigned char *binary_of(cl_program p, size_t *size)
{
    must(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL), "CL_PROGRAM_BINARY_SIZES");
    unsigned char *binary = malloc(*size);
    must(clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL), "CL_PROGRAM_BINARIES");
    return binary;
}

int main(int argc, char **argv)
{
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    unsigned char *binary = NULL;
    size_t size = 0;
    set_up();
    cl_program p = NULL;
    if (f) {
        binary = malloc(1 << 20);
        size = fread(binary, 1, 1 << 20, f);
        fclose(f);
        p = load(binary, size);
        if (p)
            run("loaded", p);
    }
    if (!p) {
        p = built(text, "-DTWO=2");
        run("built", p);
        free(binary);
        binary = binary_of(p, &size);
        if (argc > 1 && (f = fopen(argv[1], "wb"))) {
            fwrite(binary, 1, size, f);
            fclose(f);
        }
    }
    if (argc == 1) {
        cl_program again = load(binary, size);
        if (again) {
            run("loaded in the same run", again);
            clReleaseProgram(again);
        }
    }
    free(binary);
    clReleaseProgram(p);
    tear_down();
    return 0;
}
