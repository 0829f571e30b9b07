/* An allocation that the kernel reaches by an address in another one. */
//!
//! finding id=guard-corrupted kernel=k line=@launch created=@reached evidence.size=100 evidence.damage_first=100 message~="by its address"
//! options --kernels ''
#include "guard.h"

static const char kernels[] = "kernel void k(global ulong *list)\n"
                              "{\n"
                              "    global int *out = (global int *)list[0];\n"
                              "    out[24 + FAULT] = 3;\n"
                              "}\n";

int main(void)
{
    begin_with(kernels, "-cl-std=CL3.0");
    void **list = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
    void *reached = clSVMAlloc(context, CL_MEM_READ_WRITE, 100, 0); // @reached
    CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, list, &reached, sizeof reached, 0, NULL, NULL) == CL_SUCCESS);
    clSetKernelArgSVMPointer(kernel, 0, list);
    CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, &reached) == CL_SUCCESS);
    run(1); // @launch
    clSVMFree(context, reached);
    clSVMFree(context, list);
    return end();
}
