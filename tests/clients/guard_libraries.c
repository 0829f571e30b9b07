/*
 * guard_libraries.c - CLBlast and clFFT, whose kernels run as they are under `--kernels ''`: for
 * guard_libraries.py.
 *
 *     guard_libraries [plant]
 *
 * Prints sums of a matrix product, of the same with a bias added by a kernel of ours, and of a Fourier
 * transform. With `plant` that kernel and the transform write behind the end of their output.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <clFFT.h>
#include <clblast_c.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 48
#define LENGTH 1024

static cl_context context;
static cl_command_queue queue;
static cl_device_id device;
static cl_platform_id platform;

static void must(int error, const char *what)
{
    if (error == 0)
        return;
    fprintf(stderr, "%s failed with %d\n", what, error);
    exit(1);
}

static cl_mem buffer(size_t floats, size_t missing)
{
    float *data = calloc(floats, sizeof *data);
    cl_int error;
    for (size_t i = 0; i < floats; i++)
        data[i] = (float)(i % 13) - 6;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 (floats - missing) * sizeof *data, data, &error);
    must(error, "clCreateBuffer");
    free(data);
    return made;
}

static void print_sum(const char *what, cl_mem from, size_t floats)
{
    float *data = calloc(floats, sizeof *data);
    double sum = 0;
    must(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, floats * sizeof *data, data, 0, NULL, NULL), "read");
    for (size_t i = 0; i < floats; i++)
        sum += data[i] * (double)(i % 7 + 1);
    printf("%s %.6f\n", what, sum);
    free(data);
}

static const char source[] = "kernel void bias(global float *c, int n)"
                             "{ int i = get_global_id(0); if (i < n) c[i] += 1.0f; }";

static void add_bias(cl_mem c, int n)
{
    const char *text = source;
    const size_t items = SIDE * SIDE + 64;
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    must(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "bias", &error);
    clSetKernelArg(kernel, 0, sizeof c, &c);
    clSetKernelArg(kernel, 1, sizeof n, &n);
    must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "bias");
    must(clFinish(queue), "clFinish");
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

static void multiply(int plant)
{
    cl_mem a = buffer(SIDE * SIDE, 0), b = buffer(SIDE * SIDE, 0), c = buffer(SIDE * SIDE, 0);
    must(CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, SIDE, SIDE, SIDE, 1.0f,
                      a, 0, SIDE, b, 0, SIDE, 0.5f, c, 0, SIDE, &queue, NULL),
         "CLBlastSgemm");
    must(clFinish(queue), "clFinish");
    print_sum("product", c, SIDE * SIDE);
    add_bias(c, SIDE * SIDE + plant);
    print_sum("with bias", c, SIDE * SIDE);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
    CLBlastClearCache();
}

/* clFFT does not ask for the size of what it writes to. */
static void transform(int plant)
{
    clfftPlanHandle plan;
    clfftSetupData setup;
    size_t length = LENGTH;
    cl_mem in = buffer(2 * LENGTH, 0), out = buffer(2 * LENGTH, plant ? 2 : 0);
    must(clfftInitSetupData(&setup), "clfftInitSetupData");
    must(clfftSetup(&setup), "clfftSetup");
    must(clfftCreateDefaultPlan(&plan, context, CLFFT_1D, &length), "clfftCreateDefaultPlan");
    clfftSetPlanPrecision(plan, CLFFT_SINGLE);
    clfftSetLayout(plan, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED);
    clfftSetResultLocation(plan, CLFFT_OUTOFPLACE);
    must(clfftBakePlan(plan, 1, &queue, NULL, NULL), "clfftBakePlan");
    must(clfftEnqueueTransform(plan, CLFFT_FORWARD, 1, &queue, 0, NULL, NULL, &in, &out, NULL), "transform");
    must(clFinish(queue), "clFinish");
    print_sum("transform", out, 2 * LENGTH - 2);
    clfftDestroyPlan(&plan);
    clfftTeardown();
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

int main(int argc, char **argv)
{
    int plant = argc > 1 && strcmp(argv[1], "plant") == 0;
    cl_int error;
    must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    multiply(plant);
    transform(plant);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
