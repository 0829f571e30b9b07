/*
 * twin_kernels.c - five kernels whose cost is memory, cache or arithmetic: what does a twin cost them? Prints
 * the median device time of each in microseconds. The sizes follow the device: a GPU gets 16 times as much.
 */
#include "bench.h"

#include <stdlib.h>

#define LAUNCHES 31
#define TILE 16

static const char source[] =
    "kernel void vadd(global const float *a, global const float *b, global float *c, int n)\n"
    "{ int i = get_global_id(0); if (i < n) c[i] = a[i] + b[i]; }\n"
    "kernel void gather(global const float *a, global const float *b, global float *c, int n)\n"
    "{ int i = get_global_id(0); if (i < n) c[i] = a[(uint)(i * 7919u) % (uint)n] + b[i]; }\n"
    "float at(global const float *a, int x, int y, int w) { return a[y * w + x]; }\n"
    "kernel void stencil(global const float *a, global const float *b, global float *c, int w)\n"
    "{\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    if (x > 0 && y > 0 && x < w - 1 && y < w - 1)\n"
    "        c[y * w + x] = 0.2f * (at(a, x, y, w) + at(a, x - 1, y, w) + at(a, x + 1, y, w) +\n"
    "                               at(a, x, y - 1, w) + at(b, x, y + 1, w));\n"
    "}\n"
    "kernel void matmul(global const float *a, global const float *b, global float *c, int w)\n"
    "{\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    float sum = 0;\n"
    "    for (int k = 0; k < w; k++)\n"
    "        sum += a[y * w + k] * b[k * w + x];\n"
    "    c[y * w + x] = sum;\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(16, 16, 1)))\n"
    "void tiled(global const float *a, global const float *b, global float *c, int w)\n"
    "{\n"
    "    local float ta[16][16], tb[16][16];\n"
    "    int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);\n"
    "    float sum = 0;\n"
    "    for (int t = 0; t < w; t += 16) {\n"
    "        ta[ly][lx] = a[y * w + t + lx];\n"
    "        tb[ly][lx] = b[(t + ly) * w + x];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int k = 0; k < 16; k++)\n"
    "            sum += ta[ly][k] * tb[k][lx];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    c[y * w + x] = sum;\n"
    "}\n";

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double device_us(cl_event e)
{
    cl_ulong start, end;
    must(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL), "start");
    must(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "end");
    return (double)(end - start) * 1e-3;
}

static void measure(struct bench *b, cl_command_queue queue, const char *name, cl_uint dims, size_t side,
                    cl_int n, cl_mem *buffers)
{
    const size_t global[2] = {side, side}, local[2] = {dims == 1 ? 256 : TILE, TILE};
    double us[LAUNCHES];
    cl_kernel kernel = bench_kernel(b, name);
    for (cl_uint i = 0; i < 3; i++)
        must(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
    must(clSetKernelArg(kernel, 3, sizeof n, &n), "clSetKernelArg");
    for (int i = -2; i < LAUNCHES; i++) {
        cl_event e;
        must(clEnqueueNDRangeKernel(queue, kernel, dims, NULL, global, local, 0, NULL, &e), "launch");
        must(clWaitForEvents(1, &e), "clWaitForEvents");
        if (i >= 0)
            us[i] = device_us(e);
        clReleaseEvent(e);
    }
    qsort(us, LAUNCHES, sizeof us[0], compare);
    printf("%s %.3f\n", name, us[LAUNCHES / 2]);
    clReleaseKernel(kernel);
}

int main(void)
{
    struct bench b;
    cl_device_type type;
    cl_int error;
    cl_mem buffers[3];
    const cl_float one = 1;
    bench_open(&b, source);
    clGetDeviceInfo(b.device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    int gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
    size_t count = gpu ? 64u << 20 : 4u << 20, side = gpu ? 8192 : 2048, matrix = gpu ? 2048 : 256;
    cl_command_queue queue = clCreateCommandQueue(b.context, b.device, CL_QUEUE_PROFILING_ENABLE, &error);
    must(error, "clCreateCommandQueue");
    for (int i = 0; i < 3; i++) {
        buffers[i] = bench_buffer(&b, count * sizeof(cl_float));
        must(clEnqueueFillBuffer(queue, buffers[i], &one, sizeof one, 0, count * sizeof one, 0, NULL, NULL),
             "fill");
    }
    measure(&b, queue, "vadd", 1, count, (cl_int)count, buffers);
    measure(&b, queue, "gather", 1, count, (cl_int)count, buffers);
    measure(&b, queue, "stencil", 2, side, (cl_int)side, buffers);
    measure(&b, queue, "matmul", 2, matrix, (cl_int)matrix, buffers);
    measure(&b, queue, "tiled", 2, matrix, (cl_int)matrix, buffers);
    for (int i = 0; i < 3; i++)
        clReleaseMemObject(buffers[i]);
    clReleaseCommandQueue(queue);
    bench_close(&b);
    return 0;
}
