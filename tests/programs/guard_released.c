/* The buffer is given up before the program waits: it is looked at when it does. */
//!
//! finding id=guard-corrupted kernel=k line=@launch created=@buffer evidence.damage_first=1024
//! options --kernels ''
#include "guard.h"

int main(void)
{
    const size_t one = 1;
    begin(poke);
    cl_mem out = clCreateBuffer(context, 0, 1024, NULL, NULL); // @buffer
    set_poke(kernel, out, 255 + FAULT, 9);
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL) == CL_SUCCESS); // @launch
    clReleaseMemObject(out);
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
