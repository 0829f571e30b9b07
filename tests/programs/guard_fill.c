/* Of two kernels that fill the same buffer one goes too far: either of them can have done it. */
//!
//! finding id=guard-corrupted severity=error created=@buffer evidence.damage_first=1024 evidence.damage_last=1027 evidence.launches=3 message~="`good` or `k` had it, in 3 launches"
//! options --kernels ''
#include "guard.h"

static const char kernels[] = "kernel void good(global int *out, int n)\n"
                              "{\n"
                              "    if (get_global_id(0) < n)\n"
                              "        out[get_global_id(0)] = 5;\n"
                              "}\n"
                              "kernel void k(global int *out, int n)\n"
                              "{\n"
                              "    if (get_global_id(0) < n + FAULT)\n"
                              "        out[get_global_id(0)] = 6;\n"
                              "}\n";

int main(void)
{
    const size_t items = 320;
    const cl_int n = 256, pattern = 9;
    cl_int host[256];
    begin(kernels);
    cl_kernel good = clCreateKernel(program, "good", NULL);
    cl_mem out = clCreateBuffer(context, 0, 1024, NULL, NULL); // @buffer
    keep(out);
    set_buffer(0, out);
    set_int(1, n);
    clSetKernelArg(good, 0, sizeof out, &out);
    clSetKernelArg(good, 1, sizeof n, &n);
    CHECK(clEnqueueFillBuffer(queue, out, &pattern, sizeof pattern, 0, 1024, 0, NULL, NULL) == CL_SUCCESS);
    for (int i = 0; i < 2; i++)
        CHECK(clEnqueueNDRangeKernel(queue, good, 1, NULL, &items, NULL, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) == CL_SUCCESS);
    get(out, host, sizeof host);
    CHECK(host[0] == 6 && host[255] == 6);
    clReleaseKernel(good);
    return end();
}
