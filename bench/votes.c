/*
 * votes.c - what votes cost (--check=barrier): kernels with barriers under branches that are not known to be
 * uniform. votes [KERNEL]: prints the microseconds of the fastest of seven launches of each.
 */
#include "bench.h"

#include <string.h>

#define COUNT (1 << 20)
#define TILES 64
#define GROUP 256
#define MATRIX 1024

static const char source[] =
    /* tiles that are empty are left out: what is in `used` is read from memory that kernels may write */
    "kernel void sparse(global float *out, global const float *in, global int *used, int n)\n"
    "{\n"
    "    local float tile[256];\n"
    "    int i = get_global_id(0), l = get_local_id(0);\n"
    "    float sum = 0;\n"
    "    for (int t = 0; t < n; t++)\n"
    "        if (used[t]) {\n"
    "            tile[l] = in[(t * 256 + l) & 1048575];\n"
    "            barrier(CLK_LOCAL_MEM_FENCE);\n"
    "            for (int k = 0; k < 256; k++)\n"
    "                sum += tile[k];\n"
    "            barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        }\n"
    "    out[i] = sum;\n"
    "}\n"
    /* until the group has converged: a flag in local memory */
    "kernel void relax(global float *out, global const float *in, global int *used, int n)\n"
    "{\n"
    "    local float value[256];\n"
    "    local int moving;\n"
    "    int i = get_global_id(0), l = get_local_id(0);\n"
    "    value[l] = in[i];\n"
    "    for (int round = 0; round < n; round++) {\n"
    "        if (l == 0)\n"
    "            moving = 0;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        float next = 0.25f * (value[(l + 1) & 255] + value[(l + 255) & 255]) + 0.5f * value[l];\n"
    "        if (fabs(next - value[l]) > 0.0f || round < n)\n"
    "            moving = 1;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        value[l] = next;\n"
    "        if (!moving)\n"
    "            break;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    out[i] = value[l];\n"
    "}\n"
    /* work-items behind the end leave; the tiles of a matrix product follow */
    "kernel void early(global float *out, global const float *in, global int *used, int n)\n"
    "{\n"
    "    local float a[16][16], b[16][16];\n"
    "    int col = get_global_id(0), row = get_global_id(1), x = get_local_id(0), y = get_local_id(1);\n"
    "    if (row >= n || col >= n)\n"
    "        return;\n"
    "    float sum = 0;\n"
    "    for (int t = 0; t < n; t += 16) {\n"
    "        a[y][x] = in[row * n + t + x];\n"
    "        b[y][x] = in[(t + y) * n + col];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int k = 0; k < 16; k++)\n"
    "            sum += a[y][k] * b[k][x];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    out[row * n + col] = sum;\n"
    "}\n"
    /* blocks that a work-group takes until none is left: the same number for all of it */
    "kernel void queue(global float *out, global const float *in, global int *used, int n)\n"
    "{\n"
    "    local int next;\n"
    "    local float tile[256];\n"
    "    int l = get_local_id(0);\n"
    "    for (;;) {\n"
    "        if (l == 0)\n"
    "            next = atomic_inc(&used[n]);\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        int block = next;\n"
    "        if (block >= 4096)\n"
    "            break;\n"
    "        tile[l] = in[block * 256 + l];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        float sum = 0;\n"
    "        for (int k = 0; k < 64; k++)\n"
    "            sum += tile[(l + k) & 255];\n"
    "        out[block * 256 + l] = sum;\n"
    "    }\n"
    "}\n";

static double launch(struct bench *b, cl_kernel kernel, cl_mem used, cl_uint dims, const size_t *items,
                     const size_t *group)
{
    const cl_int zero = 0;
    cl_event event;
    cl_ulong begin, end;
    must(
        clEnqueueWriteBuffer(b->queue, used, CL_TRUE, TILES * sizeof zero, sizeof zero, &zero, 0, NULL, NULL),
        "clEnqueueWriteBuffer");
    must(clEnqueueNDRangeKernel(b->queue, kernel, dims, NULL, items, group, 0, NULL, &event), "launch");
    must(clWaitForEvents(1, &event), "clWaitForEvents");
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    clReleaseEvent(event);
    return (double)(end - begin) * 1e-3;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        cl_int n;
        cl_uint dims;
        size_t items[2], group[2];
    } kernels[] = {{"sparse", TILES, 1, {COUNT, 1}, {GROUP, 1}},
                   {"relax", 100, 1, {COUNT, 1}, {GROUP, 1}},
                   {"early", MATRIX - 16, 2, {MATRIX, MATRIX}, {16, 16}},
                   {"queue", TILES, 1, {64 * GROUP, 1}, {GROUP, 1}}};
    struct bench b;
    cl_device_type type = 0;
    cl_int error, all[TILES + 1];
    bench_open(&b, source);
    clReleaseCommandQueue(b.queue);
    b.queue = clCreateCommandQueue(b.context, b.device, CL_QUEUE_PROFILING_ENABLE, &error);
    must(error, "clCreateCommandQueue");
    clGetDeviceInfo(b.device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    const size_t smaller = type & CL_DEVICE_TYPE_CPU ? 16 : 1;
    for (int i = 0; i < TILES; i++)
        all[i] = 1;
    all[TILES] = 0;
    cl_mem out = bench_buffer(&b, COUNT * sizeof(cl_float)), in = bench_buffer(&b, COUNT * sizeof(cl_float)),
           used = bench_buffer(&b, sizeof all);
    const cl_float one = 1;
    must(clEnqueueFillBuffer(b.queue, in, &one, sizeof one, 0, COUNT * sizeof one, 0, NULL, NULL), "fill");
    must(clEnqueueWriteBuffer(b.queue, used, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL), "write");
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        double best = 1e30;
        size_t items[2] = {kernels[i].items[0] / smaller, kernels[i].items[1]};
        if (argc > 1 && strcmp(argv[1], kernels[i].name) != 0)
            continue;
        cl_kernel kernel = bench_kernel(&b, kernels[i].name);
        must(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
        must(clSetKernelArg(kernel, 1, sizeof in, &in), "clSetKernelArg");
        must(clSetKernelArg(kernel, 2, sizeof used, &used), "clSetKernelArg");
        must(clSetKernelArg(kernel, 3, sizeof kernels[i].n, &kernels[i].n), "clSetKernelArg");
        for (int k = 0; k < 7; k++) {
            double us = launch(&b, kernel, used, kernels[i].dims, items, kernels[i].group);
            best = us < best ? us : best;
        }
        printf("%s %.3f\n", kernels[i].name, best);
        clReleaseKernel(kernel);
    }
    clReleaseMemObject(out);
    clReleaseMemObject(in);
    clReleaseMemObject(used);
    bench_close(&b);
    return 0;
}
