/* The last four bytes of the band, and nothing before them. */
//!
//! finding id=guard-corrupted kernel=k line=@launch created=@buffer evidence.damage_first=764 evidence.damage_last=767 evidence.damage_behind=508 evidence.damage_values=7 evidence.launches=1
//! options --kernels ''
#include "guard.h"

int main(void)
{
    begin(poke);
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL); // @buffer
    keep(out);
    set_poke(kernel, out, FAULT ? 64 + 127 : 63, 7);
    run(1); // @launch
    return end();
}
