/* Three launches, and one wait at the end: with --check=guard alone it is known which one it was. */
//!
//! finding id=guard-corrupted kernel=k line=@second created=@buffer evidence.launches=1 evidence.damage_first=1024 evidence.damage_values=22
//! options --check=guard
#include "guard.h"

#define ENQUEUE(at, value)                                                                                   \
    set_poke(kernel, out, at, value);                                                                        \
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL) == CL_SUCCESS)

int main(void)
{
    const size_t one = 1;
    begin(poke);
    cl_mem out = clCreateBuffer(context, 0, 1024, NULL, NULL); // @buffer
    keep(out);
    ENQUEUE(3, 11);
    ENQUEUE(FAULT ? 256 : 255, 22); // @second
    ENQUEUE(5, 33);
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
