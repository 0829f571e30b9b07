/* The same damage again and again is one finding; the pattern is put back each time. */
//!
//! finding id=guard-corrupted kernel=k line=@launch evidence.damage_first=1024
//! options --kernels ''
#include "guard.h"

int main(void)
{
    begin(poke);
    cl_mem out = keep(new_buffer(1024));
    for (int i = 0; i < 40; i++) {
        set_poke(kernel, out, FAULT && i % 4 == 0 ? 256 : 255, 3);
        run(1); // @launch
    }
    return end();
}
