/* One of three launches without an event hangs: after three times the timeout, for each of them may have
 * taken a third. */
//!
//! finding id=kernel-hang kernel=k line=@launch message~="one of 3 launches of kernel `k` has not finished within 1 s" waits.0.call=clFinish loops.0.kind=waits evidence.candidates=3 launch.global=[1]
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

int main(void)
{
    no_events();
    begin(waits_for_flag);
    set_buffer(0, ints(1, !FAULT));
    for (int i = 0; i < 3; i++)
        start(1, 0); // @launch
    sleep(FAULT ? 0 : LONG_S);
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
