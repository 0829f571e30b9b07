/* An option that no compiler knows: there is no build of which a log could tell, so it is a failed call.
 * NVIDIA has no code for it, and a log. */
//!
//! finding id=api-error severity=error call=clBuildProgram code=-43 line=@build arg=options
//! or id=build-failed severity=error call=clBuildProgram code=-11 line=@build arg=options evidence.class=options message~=-fno-such-option
#include "build.h"

static const char text[] = "kernel void k(global int *out) { out[0] = 1; }\n";

int main(void)
{
    start();
    build(text, FAULT ? "-fno-such-option" : "-w"); // @build
    return end();
}
