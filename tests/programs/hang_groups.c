/*
 * Each work-group waits until all have come: those that the device has no room for can't start before others
 * end. Correct: the last one to come does what is left.
 */
//!
//! finding id=kernel-hang kernel=k line=@launch loops.0.kind=waits loops.0.line=5 loops.0.text~="while (atomic_add(come, 0)" fix~="OpenCL 3.0, 3.2.4" launch.global=[65536] launch.local=[1] waits.0.call=clEnqueueReadBuffer waits.0.line=@read
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
//! may skip the device runs all work-groups at once
#include "hang.h"

static const char kernels[] = "kernel void k(global int *come, int groups)\n"
                              "{\n"
                              "    int before = atomic_inc(come);\n"
                              "#if FAULT\n"
                              "    while (atomic_add(come, 0) < groups)\n"
                              "        ;\n"
                              "#endif\n"
                              "    if (before == groups - 1)\n"
                              "        come[1] = 1;\n"
                              "}\n";

int main(void)
{
    cl_int data[2] = {0, 0};
    const size_t groups = 65536;
    begin(kernels);
    cl_mem come = ints(2, 0);
    set_buffer(0, come);
    set_int(1, (cl_int)groups);
    start(groups, 1);                                                                              // @launch
    cl_int error = clEnqueueReadBuffer(queue, come, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // @read
    CHECK(error == CL_SUCCESS);
    CHECK(data[1] == 1);
    if (FAULT) /* it has room for all of them */
        printf("all groups ran at once\n");
    end();
    return FAULT ? 77 : failures;
}
