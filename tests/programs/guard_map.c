/* The host writes behind the end of what it has mapped: it is named beside the kernel. */
//! may skip where mapping copies, what the host writes behind the copy does not come to the device
//! finding id=guard-corrupted evidence.damage_first=1024 evidence.mapped=yes message~="the host had it mapped, too"
//! options --kernels ''
#include "guard.h"

int main(void)
{
    cl_int error;
    cl_bool shared = CL_FALSE;
    begin(poke);
    clGetDeviceInfo(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof shared, &shared, NULL);
    if (FAULT && !shared)
        return 77;
    cl_mem out = keep(new_buffer(1024));
    set_poke(kernel, out, 255, 1);
    run(1);
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &(size_t){1}, NULL, 0, NULL, NULL) == CL_SUCCESS);
    cl_int *mapped = clEnqueueMapBuffer(queue, out, CL_FALSE, CL_MAP_WRITE, 0, 1024, 0, NULL, NULL, &error);
    while (((volatile cl_int *)mapped)[255] != 1)
        usleep(1000);
    mapped[255 + FAULT] = 5;
    CHECK(clEnqueueUnmapMemObject(queue, out, mapped, 0, NULL, NULL) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
