/* A size in bits where bytes are meant: an array larger than there are addresses. The line has its name by
 * #line. */
//!
//! finding id=build-failed severity=error line=@build source.file=filters/wide.cl source.line=41 source.column=19 source.text~=history evidence.class=resource-limit
#include "build.h"

static const char text[] = "#define FRAMES 64ul\n"
                           "#line 40 \"filters/wide.cl\"\n"
                           "kernel void k(global int *out, int n) {\n"
                           "    float history[FRAMES << BITS];\n"
                           "    history[n] = n;\n"
                           "    out[0] = history[n / 2];\n"
                           "}\n";

int main(void)
{
    start();
    build(text, FAULT ? "-DBITS=56" : "-DBITS=3"); // @build
    return end();
}
