/* A copy that is too long damages the band, and is told as what it is: no kernel is blamed. */
//!
//! finding id=transfer-out-of-bounds line=@copy
//! options --kernels ''
#include "guard.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    out[get_global_id(0)] = 1;\n"
                              "}\n";

int main(void)
{
    static char host[512];
    begin_with(kernels, "-cl-std=CL3.0");
    void *out = clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0);
    clSetKernelArgSVMPointer(kernel, 0, out);
    run(COUNT);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &(size_t){COUNT}, NULL, 0, NULL, NULL);
    clEnqueueSVMMemcpy(queue, CL_TRUE, out, host, FAULT ? 300 : 256, 0, NULL, NULL); // @copy
    run(COUNT);
    run(COUNT);
    clSVMFree(context, out);
    return end();
}
