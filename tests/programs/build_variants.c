/* Variants of one source, built in a loop, of which two fail: each in its own way, one of them three times.
 */
//!
//! finding id=build-failed severity=error line=@build count=1 source="bad: WIDTH" evidence.class=undeclared
//! finding id=build-failed severity=error line=@build count=3 source="bad: f =" evidence.class=type
#include "build.h"

static const char text[] = "kernel void k(global float *out, global const float4 *in)\n"
                           "{\n"
                           "    float f = WIDTH;\n" // #bad
                           "    out[0] = f;\n"
                           "}\n";

int main(void)
{
    const char *options[] = {"-DWIDTH=2", "", "-DWIDTH=in[0]", "-DWIDTH=in[0]", "-DWIDTH=in[0]"};
    start();
    for (int i = 0; i < (FAULT ? 5 : 1); i++)
        build(text, options[i]); // @build
    return end();
}
