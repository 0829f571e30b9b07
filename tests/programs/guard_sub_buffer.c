/* A kernel that writes behind a sub-buffer at the end of its buffer damages what lies behind that. */
//!
//! finding id=guard-corrupted kernel=k line=@launch created=@parent object=buffer evidence.size=4096 evidence.damage_first=4096 evidence.damage_last=4099
//! options --kernels ''
#include "guard.h"

int main(void)
{
    begin(poke);
    cl_mem parent = clCreateBuffer(context, 0, 4096, NULL, NULL); // @parent
    keep(parent);
    set_poke(kernel, middle_of(parent, 2048, 2048), 511 + FAULT, -2);
    run(1); // @launch
    return end();
}
