/* No event tells that the launch runs: but a thread has waited for it all this time, and for nothing else. */
//!
//! finding id=kernel-hang kernel=k line=@launch message~="kernel `k` has not finished within 1 s" waits.0.call=clFinish loops.0.kind=waits evidence.candidates=1
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

int main(void)
{
    no_events();
    begin(waits_for_flag);
    set_buffer(0, ints(1, !FAULT));
    start(1, 0); // @launch
    sleep(FAULT ? 0 : LONG_S);
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
