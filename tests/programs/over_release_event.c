/* An event released by two owners, with one reference between them. */
//!
//! finding id=over-release severity=error call=clReleaseEvent code=-58 line=@again object="user event"
#include "support.h"

int main(void)
{
    set_up();
    cl_event event = clCreateUserEvent(context, NULL);
    clSetUserEventStatus(event, CL_COMPLETE);
    if (!FAULT)
        clRetainEvent(event);
    clReleaseEvent(event);
    clReleaseEvent(event); // @again
    tear_down();
    return 0;
}
