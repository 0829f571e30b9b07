/* Shared virtual memory: an allocation is as good as a buffer. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[i + FAULT]" count=1 line=@launch created=@out memory.space=global memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i + FAULT] = i;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT] = {0};
    begin_with(kernels, "-cl-std=CL3.0");
    float *out = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof host, 0); // @out
    CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, out, host, sizeof host, 0, NULL, NULL) == CL_SUCCESS);
    clSetKernelArgSVMPointer(kernel, 0, out);
    run(COUNT); // @launch
    clEnqueueSVMMemcpy(queue, CL_TRUE, host, out, sizeof host, 0, NULL, NULL);
    CHECK(host[0] == 0 && host[5] == 5 - FAULT && host[63] == 63 - FAULT);
    clSVMFree(context, out);
    return end();
}
