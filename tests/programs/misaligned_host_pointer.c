/* CL_MEM_USE_HOST_PTR with memory that is aligned for floats, and a kernel that takes float4. */
//!
//! finding id=misaligned-access severity=warning kernel=k line=@launch created=@in evidence.needed=16 evidence.argument=1 message~="argument 1 (`float4* in`) of kernel `k` needs memory at a multiple of 16"
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float4 *in, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    if (i < n)\n"
                              "        out[i] = in[i].x;\n"
                              "}\n";

int main(void)
{
    static cl_float host[COUNT + 4] __attribute__((aligned(64)));
    cl_int error;
    begin_with(kernels, "-cl-kernel-arg-info");
    cl_mem out = floats(4);
    cl_mem in =
        clCreateBuffer(context, CL_MEM_USE_HOST_PTR, COUNT * sizeof *host, host + FAULT, &error); // @in
    set_buffer(0, out);
    set_buffer(1, keep(in));
    set_int(2, FAULT ? 0 : 4); /* where it is not aligned, some devices would end the program */
    run(4);                    // @launch
    return end();
}
