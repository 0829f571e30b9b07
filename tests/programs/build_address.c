/* A kernel's pointer without its address space; the line as it should be is sure. */
//!
//! finding id=build-failed severity=error line=@build source="bad: out, const" evidence.class=address-space source.corrected="kernel void k(global float *out, const global float *in, int n)"
#include "build.h"

#if FAULT
static const char text[] = "// scales\n"
                           "kernel void k(float *out, const global float *in, int n)\n" // #bad
#else
static const char text[] = "// scales\n"
                           "kernel void k(global float *out, const global float *in, int n)\n"
#endif
                           "{\n"
                           "    int i = get_global_id(0);\n"
                           "    out[i] = 2 * in[i];\n"
                           "}\n";

int main(void)
{
    start();
    build(text, ""); // @build
    return end();
}
