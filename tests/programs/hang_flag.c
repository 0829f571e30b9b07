/* The kernel waits for a flag that the host sets when it has finished: never, or before. Its result is asked
 * for by others. */
//!
//! finding id=kernel-hang kernel=k loops.0.kind=waits loops.0.text~="flag[0]" arguments.0.text="`flag`: buffer of 4 bytes" evidence.behind=2 evidence.behind_calls="clEnqueueWriteBuffer, launch of `k`"
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

static const char kernels[] = "kernel void k(global volatile int *flag, global int *out)\n"
                              "{\n"
                              "    while (flag[0] == 0)\n"
                              "        ;\n"
                              "    out[get_global_id(0)] = 1;\n"
                              "}\n";

int main(void)
{
    const cl_int set = 1;
    begin(kernels);
    cl_mem flag = ints(1, !FAULT);
    set_buffer(0, flag);
    set_buffer(1, ints(COUNT, 0));
    clReleaseEvent(enqueue_on(queue, COUNT, 16, 0, NULL));
    CHECK(clEnqueueWriteBuffer(queue, flag, CL_FALSE, 0, sizeof set, &set, 0, NULL, NULL) == CL_SUCCESS);
    clReleaseEvent(enqueue_on(queue, COUNT, 16, 0, NULL));
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
