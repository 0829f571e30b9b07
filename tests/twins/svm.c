/* Shared virtual memory: pointers as arguments, and inside of what they point to (clSetKernelExecInfo). */
#include "way.h"

int main(void)
{
    cl_device_svm_capabilities can = 0;
    set_up();
    if (clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof can, &can, NULL) != CL_SUCCESS || !can) {
        printf("no SVM here\n");
        return 77;
    }
    cl_int *one = clSVMAlloc(context, CL_MEM_READ_WRITE, BYTES, 0);
    cl_int *two = clSVMAlloc(context, CL_MEM_READ_WRITE, BYTES, 0);
    cl_mem out = numbers();
    cl_program p = built("kernel void sum(global int *a, global int *b, global int *out)\n"
                         "{ int i = get_global_id(0); out[i] = a[i] + (b ? b[i] : 0); a[i]++; }\n",
                         "");
    cl_kernel k = kernel_of(p, "sum");
    const void *pointers[] = {one, two};
    for (int i = 0; i < 4; i++) {
        must(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, one, BYTES, 0, NULL, NULL), "clEnqueueSVMMap");
        for (int j = 0; i == 0 && j < N; j++)
            one[j] = two[j] = j;
        must(clEnqueueSVMUnmap(queue, one, 0, NULL, NULL), "clEnqueueSVMUnmap");
        must(clSetKernelArgSVMPointer(k, 0, i % 2 ? two : one), "clSetKernelArgSVMPointer");
        must(clSetKernelArgSVMPointer(k, 1, i == 3 ? NULL : one), "clSetKernelArgSVMPointer");
        must(clSetKernelArg(k, 2, sizeof out, &out), "clSetKernelArg");
        must(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers),
             "clSetKernelExecInfo");
        launch(k);
        print_ints("svm", out);
    }
    clFinish(queue);
    clSVMFree(context, one);
    clSVMFree(context, two);
    clReleaseMemObject(out);
    clReleaseKernel(k);
    clReleaseProgram(p);
    tear_down();
    return 0;
}
