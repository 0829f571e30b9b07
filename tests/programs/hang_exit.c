/* The program ends while the launch runs, and has the whole device: that must not keep it, nor what was
 * found. */
//!
//! finding id=kernel-hang kernel=k line=@launch waits=[] finished=false
//! options --timeout 1
//! exit 0 or 142
#include "hang.h"

int main(void)
{
    begin(waits_for_flag);
    set_buffer(0, ints(1, !FAULT));
    start(64, 1); // @launch
    clFlush(queue);
    sleep(LONG_S);
    alarm(10); /* a driver may wait for the launch as the program ends (NVIDIA's) */
    return end();
}
