/* A kernel that runs as it is: what its loops are is not known, but what it was given. */
//!
//! finding id=kernel-hang kernel=k line=@launch loops=[] arguments.0.text~="buffer of 4 bytes" launch.global=[1]
//! options --timeout 1 --check=api
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

int main(void)
{
    begin(waits_for_flag);
    set_buffer(0, ints(1, !FAULT));
    start(1, 0); // @launch
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}
