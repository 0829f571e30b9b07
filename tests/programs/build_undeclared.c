/* A macro that is to come with -D, and more errors that follow: they are listed, and are no findings of their
 * own. */
//!
//! finding id=build-failed severity=error line=@build source="bad: TILE" evidence.class=undeclared evidence.errors=3 evidence.others~=offset evidence.options=-cl-std=CL1.2
#include "build.h"

static const char text[] = "kernel void k(global float *out, global const float *in)\n"
                           "{\n"
                           "    local float tile[TILE];\n" // #bad
                           "    tile[0] = in[0];\n"
#if FAULT
                           "    out[0] = tile[offset];\n"
                           "    out[1] = tile[other];\n"
#endif
                           "    out[2] = tile[0];\n"
                           "}\n";

int main(void)
{
    start();
    build(text, FAULT ? "-cl-std=CL1.2" : "-DTILE=16"); // @build
    return end();
}
