/* A buffer for each launch, released at once after it: too many for each to be looked at for itself. */
//!
//! finding id=guard-corrupted kernel=k line=@launch created=@buffer evidence.damage_first=400 evidence.damage_values=77 evidence.launches=1
//! options --kernels ''
#include "guard.h"

int main(void)
{
    begin(poke);
    for (cl_int i = 0; i < 300; i++) {
        cl_mem out = clCreateBuffer(context, 0, 400, NULL, NULL); // @buffer
        set_poke(kernel, out, FAULT && i == 77 ? 100 : 99, i);
        run(1); // @launch
        clReleaseMemObject(out);
    }
    return end();
}
