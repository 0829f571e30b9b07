/* Shared virtual memory: there is a band behind each allocation. */
//!
//! finding id=guard-corrupted kernel=k line=@launch created=@out object~=SVM evidence.size=256 evidence.damage_first=256 evidence.damage_last=259 evidence.damage_values=64
//! options --kernels ''
#include "guard.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i + FAULT] = i + FAULT;\n"
                              "}\n";

int main(void)
{
    cl_int host[COUNT] = {0};
    begin_with(kernels, "-cl-std=CL3.0");
    cl_int *out = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof host, 0); // @out
    CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, out, host, sizeof host, 0, NULL, NULL) == CL_SUCCESS);
    clSetKernelArgSVMPointer(kernel, 0, out);
    run(COUNT); // @launch
    CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, host, out, sizeof host, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(host[1] == 1 && host[63] == 63);
    clSVMFree(context, out);
    return end();
}
