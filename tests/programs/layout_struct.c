/* A struct whose float3 the host packs into 12 bytes. PoCL takes any size for a struct, NVIDIA the
 * right one only. */
//!
//! finding id=layout-mismatch severity=error call=clEnqueueNDRangeKernel line=@launch kernel=shade evidence.expected_size=32 evidence.actual_size=16 evidence.member="power: byte 16 on the device, 12 on the host" message~="is a struct of 32 bytes on the device, and was set with 16 bytes"
//! or id=layout-mismatch severity=error call=clSetKernelArg code=-51 line=@set kernel=shade evidence.actual_size=16 message~="is a struct, and the host's has another size: 16 bytes"
//! options --check=default,bounds
#include "support.h"

static const char text[] = "typedef struct { float3 direction; float power; } lamp;\n"
                           "kernel void shade(global float *out, lamp l)\n"
                           "{\n"
                           "    out[get_global_id(0)] = l.direction.x * l.power;\n"
                           "}\n";

#if FAULT
struct lamp {
    float direction[3], power;
};
#else
struct lamp {
    cl_float3 direction;
    cl_float power;
};
#endif

int main(void)
{
    struct lamp lamp[2]; /* two: PoCL reads as much as the kernel's struct has */
    set_up_with(text, "");
    memset(lamp, 0, sizeof lamp);
    cl_mem out = new_buffer(BYTES);
    cl_kernel kernel = new_kernel("shade");
    clSetKernelArg(kernel, 0, sizeof out, &out);
    if (clSetKernelArg(kernel, 1, sizeof lamp[0], &lamp[0]) == CL_SUCCESS)                 // @set
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &(size_t){N}, NULL, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    tear_down();
    return 0;
}
