/* An SVM allocation that a kernel reads as vectors, from its second float on. */
//!
//! finding id=misaligned-access kernel=k source="bad: *(global float4 *)(in + 4 * i + FAULT)" count=8 line=@launch created=@in memory.space=global memory.size=256 memory.bytes=16 memory.offset=4 alignment.needed=16
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float4 v = *(global float4 *)(in + 4 * i + FAULT);\n" // #bad
                              "    out[i] = v.y;\n"
                              "}\n";

int main(void)
{
    cl_float host[COUNT], data[COUNT];
    for (int i = 0; i < COUNT; i++)
        data[i] = (cl_float)i;
    begin_with(kernels, "-cl-std=CL3.0");
    cl_mem out = floats(8);
    float *in = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof data, 0); // @in
    CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, in, data, sizeof data, 0, NULL, NULL) == CL_SUCCESS);
    set_buffer(0, out);
    clSetKernelArgSVMPointer(kernel, 1, in);
    run(8); // @launch
    get(out, host, 8 * sizeof *host);
    CHECK(host[0] == (FAULT ? 0 : 1) && host[7] == (FAULT ? 0 : 29));
    clSVMFree(context, in);
    return end();
}
