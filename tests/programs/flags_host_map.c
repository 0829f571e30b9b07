/* The host maps for writing what it said it would only read. */
//!
//! finding id=access-flag-violation severity=error code=-59 call=clEnqueueMapBuffer line=@map arg=buffer object=buffer message~=CL_MEM_HOST_READ_ONLY
#include "support.h"

int main(void)
{
    static char host[4 * BYTES];
    const cl_map_flags how = FAULT ? CL_MAP_WRITE : CL_MAP_READ;
    (void)host;
    set_up();
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, BYTES, NULL, NULL);
    void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, how, 0, BYTES, 0, NULL, NULL, NULL); // @map
    if (mapped)
        clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL);
    clFinish(queue);
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}
