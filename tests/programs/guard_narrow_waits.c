/* The launch waits for an event that the program completes later: --check=guard must not wait for it. */
//!
//! finding id=guard-corrupted kernel=k line=@launch evidence.damage_first=1024
//! options --check=guard
//! noted is not narrowed to one launch
#include "guard.h"

int main(void)
{
    const size_t one = 1;
    cl_int error;
    begin(poke);
    cl_event go = clCreateUserEvent(context, &error);
    cl_mem out = keep(new_buffer(1024));
    set_poke(kernel, out, 255 + FAULT, 1);
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 1, &go, NULL) == CL_SUCCESS); // @launch
    clSetUserEventStatus(go, CL_COMPLETE);
    CHECK(clFinish(queue) == CL_SUCCESS);
    clReleaseEvent(go);
    return end();
}
