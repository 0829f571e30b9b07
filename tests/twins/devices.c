/*
 * Two sub-devices in one context, built one after the other; the same kernel object on both. (PoCL 3.1 takes
 * the newest options for both, so they compute the same.)
 */
#include "way.h"

int main(void)
{
    cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_device_id parts[64];
    cl_uint n = 0;
    cl_int error;
    set_up();
    tear_down();
    if (clCreateSubDevices(device, equally, 64, parts, &n) != CL_SUCCESS || n < 2) {
        printf("no sub-devices here\n");
        return 77;
    }
    context = clCreateContext(NULL, 2, parts, NULL, NULL, &error);
    must(error, "clCreateContext");
    cl_command_queue queues[2];
    for (int i = 0; i < 2; i++)
        queues[i] = clCreateCommandQueue(context, parts[i], 0, &error);
    queue = queues[0];
    const char *text = "kernel void add(global int *a) { a[get_global_id(0)] += BY; }\n";
    cl_program p = with_source(text);
    must(clBuildProgram(p, 1, &parts[0], "-DBY=7", NULL, NULL), "clBuildProgram");
    must(clBuildProgram(p, 1, &parts[1], "-DBY=7 -DOTHER", NULL, NULL), "clBuildProgram");
    cl_kernel k = kernel_of(p, "add");
    cl_mem a = numbers();
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    for (int i = 0; i < 5; i++) {
        launch_on(queues[i % 2], k, N);
        clFinish(queues[i % 2]);
    }
    print_ints("devices", a);
    print_refs("at last", 5, p, k);
    clReleaseKernel(k);
    clReleaseProgram(p);
    print_refs("when released", 4, NULL, NULL);
    clReleaseMemObject(a);
    clReleaseCommandQueue(queues[0]);
    clReleaseCommandQueue(queues[1]);
    clReleaseContext(context);
    for (cl_uint i = 0; i < n; i++) {
        cl_uint refs = 0;
        clGetDeviceInfo(parts[i], CL_DEVICE_REFERENCE_COUNT, sizeof refs, &refs, NULL);
        if (i < 2)
            printf("device %u: %u references\n", i, refs);
        clReleaseDevice(parts[i]);
    }
    return 0;
}
