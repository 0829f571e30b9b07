/* C has arrays of a length that is computed, and OpenCL C has not. Older clang points
 * to the bracket. */
//!
//! finding id=build-failed severity=error line=@build source="bad: SIZE" evidence.class=unsupported-feature
//! or id=build-failed severity=error line=@build source="bad: [SIZE" evidence.class=unsupported-feature
#include "build.h"

static const char text[] = "kernel void k(global int *out, int n)\n"
                           "{\n"
                           "    int i = get_global_id(0), scratch[SIZE];\n" // #bad
                           "    scratch[i % 8] = n;\n"
                           "    out[i] = scratch[0];\n"
                           "}\n";

int main(void)
{
    start();
    build(text, FAULT ? "-DSIZE=n" : "-DSIZE=8"); // @build
    return end();
}
