/* The argument points into the middle of an allocation: up to its end all is allowed, and before the middle,
 * too. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i + FAULT]" count=1 line=@launch created=@all memory.space=global memory.size=512 memory.offset=512 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = in[i - 64] + in[i + FAULT];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[2 * COUNT];
    for (int i = 0; i < 2 * COUNT; i++)
        host[i] = (cl_float)i;
    begin_with(kernels, "-cl-std=CL3.0");
    cl_mem out = floats(COUNT);
    float *all = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof host, 0); // @all
    clEnqueueSVMMemcpy(queue, CL_TRUE, all, host, sizeof host, 0, NULL, NULL);
    set_buffer(0, out);
    clSetKernelArgSVMPointer(kernel, 1, all + COUNT);
    run(COUNT); // @launch
    get(out, host, COUNT * sizeof *host);
    CHECK(host[0] == 64 + FAULT && host[63] == (FAULT ? 63 : 190));
    clSVMFree(context, all);
    return end();
}
