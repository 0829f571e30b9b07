/* A launch by clEnqueueTask, of a clone: it has its source's arguments. */
//!
//! finding id=guard-corrupted kernel=k call=clEnqueueTask line=@launch evidence.damage_first=1024
//! options --kernels ''
#include "guard.h"

int main(void)
{
    cl_int error;
    begin(poke);
    set_poke(kernel, keep(new_buffer(1024)), 255 + FAULT, 9);
    cl_kernel clone = clCloneKernel(kernel, &error);
    CHECK(error == CL_SUCCESS);
    CHECK(clEnqueueTask(queue, clone, 0, NULL, NULL) == CL_SUCCESS); // @launch
    CHECK(clFinish(queue) == CL_SUCCESS);
    clReleaseKernel(clone);
    return end();
}
