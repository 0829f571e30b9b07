/* A semicolon is missing: one finding, whatever the compiler says of the lines after it; and the line as it
 * should be. */
//!
//! finding id=build-failed severity=error layer=build call=clBuildProgram code=-11 count=1 line=@build source="bad:  // twice" evidence.class=syntax source.corrected="    float twice = 2 * in[i]; // twice" message~="expected ';'"
#include "build.h"

static const char faulty[] = "kernel void k(global float *out, global const float *in)\n"
                             "{\n"
                             "    int i = get_global_id(0);\n"
                             "    float twice = 2 * in[i] // twice\n" // #bad
                             "    out[i] = twice;\n"
                             "}\n";
static const char good[] = "kernel void k(global float *out, global const float *in)\n"
                           "{\n"
                           "    int i = get_global_id(0);\n"
                           "    float twice = 2 * in[i]; // twice\n"
                           "    out[i] = twice;\n"
                           "}\n";

int main(void)
{
    start();
    build(FAULT ? faulty : good, ""); // @build
    return end();
}
