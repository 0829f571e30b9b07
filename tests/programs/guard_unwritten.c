/* Kernels that are checked from the inside need no band: nothing is told twice. */
//!
//! finding id=out-of-bounds-write kernel=k line=@launch
//! checked
#include "guard.h"

int main(void)
{
    begin(poke);
    set_poke(kernel, keep(new_buffer(1024)), 255 + FAULT, 3);
    run(1); // @launch
    return end();
}
