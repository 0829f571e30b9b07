/* A pointer into the middle of an SVM allocation, for a kernel that takes float4. */
//!
//! finding id=misaligned-access severity=warning kernel=k line=@set evidence.needed=16 evidence.argument=0
#include "bounds.h"

static const char kernels[] = "kernel void k(global float4 *out)\n"
                              "{\n"
                              "    out[get_global_id(0)] = 1;\n"
                              "}\n";

int main(void)
{
    begin_with(kernels, "-cl-std=CL3.0 -cl-kernel-arg-info");
    float *out = clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0);
    CHECK(out != NULL);
    clSetKernelArgSVMPointer(kernel, 0, out + 4 + FAULT); // @set
    clSetKernelArgSVMPointer(kernel, 0, out);
    run(4);
    clSVMFree(context, out);
    return end();
}
