/* Two programs that are linked define the same helper. PoCL says no word about it. */
//!
//! finding id=build-failed severity=error call=clLinkProgram code=-17 line=@link evidence.class=link
#include "build.h"

static const char first[] = "float twice(float x) { return 2 * x; }\n"
                            "kernel void a(global float *out) { out[0] = twice(out[0]); }\n";
static const char second[] = "HOW float twice(float x) { return 2 * x; }\n"
                             "kernel void b(global float *out) { out[0] = twice(out[0]); }\n";

int main(void)
{
    start();
    cl_program parts[] = {from(first), from(second)};
    for (int i = 0; i < 2; i++)
        clCompileProgram(parts[i], 1, &device, FAULT ? "-DHOW=" : "-DHOW=static", 0, NULL, NULL, NULL, NULL);
    cl_program linked = clLinkProgram(context, 1, &device, "", 2, parts, NULL, NULL, NULL); // @link
    if (linked)
        clReleaseProgram(linked);
    for (int i = 0; i < 2; i++)
        clReleaseProgram(parts[i]);
    return end();
}
