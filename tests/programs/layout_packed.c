/* An array of structs that the host packs and the kernel does not: found by the names in the host's debug
 * information. */
//!
//! finding id=layout-mismatch severity=warning call=clEnqueueNDRangeKernel line=@launch evidence.expected_size=16 evidence.actual_size=10 message~="has 16 bytes on the device and 10 bytes on the host: its member `position` lies at byte 4 there, and at byte 1 here"
//! options --check=default,bounds
#include "support.h"

static const char text[] = "typedef struct { char kind; float position, mass; char alive; } particle;\n"
                           "kernel void move(global particle *all)\n"
                           "{\n"
                           "    all[get_global_id(0)].position += 1;\n"
                           "}\n";

#if FAULT
#pragma pack(push, 1)
#endif
typedef struct {
    cl_char kind;
    cl_float position, mass;
    cl_char alive;
} particle;
#if FAULT
#pragma pack(pop)
#endif

int main(void)
{
    static particle all[N];
    const size_t global = N / 2;
    set_up_with(text, "");
    cl_mem buffer = new_buffer(sizeof all);
    cl_kernel kernel = new_kernel("move");
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL); // @launch
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
