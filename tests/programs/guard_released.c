/* The buffer is given up before the program waits: the driver is to destroy it as bare, so its band is not
 * looked at, and coverage says so. */
//! correct only
//! options --kernels ''
//! noted the program gave the buffer up before its launches were known to have ended
#include "guard.h"

int main(void)
{
    const size_t one = 1;
    begin(poke);
    cl_mem out = clCreateBuffer(context, 0, 1024, NULL, NULL);
    set_poke(kernel, out, 255 + FAULT, 9);
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL) == CL_SUCCESS);
    clReleaseMemObject(out);
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
