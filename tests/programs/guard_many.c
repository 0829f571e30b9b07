/* One of 150 buffers, which are all looked at together. */
//!
//! finding id=guard-corrupted kernel=k created=@second evidence.size=2000 evidence.damage_first=2000
//! options --kernels ''
#include "guard.h"

#define MANY 150

int main(void)
{
    static cl_mem all[MANY];
    const size_t one = 1;
    begin(poke);
    for (int i = 0; i < MANY; i++)
        all[i] = i == 99 ? clCreateBuffer(context, 0, 2000, NULL, NULL) // @second
                         : new_buffer(1000);
    for (int i = 0; i < MANY; i++) {
        set_poke(kernel, all[i], i == 99 ? 499 + FAULT : 249, 4);
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL) == CL_SUCCESS);
    }
    CHECK(clFinish(queue) == CL_SUCCESS);
    for (int i = 0; i < MANY; i++)
        clReleaseMemObject(all[i]);
    return end();
}
