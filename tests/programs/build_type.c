/* A vector for a scalar, in a source whose lines end as on Windows, begin with a tab and hold UTF-8: columns
 * are bytes. */
//!
//! finding id=build-failed severity=error line=@build source.line=4 source.column=17 source.text~="float sum = in[i];" evidence.class=type
#include "build.h"

static const char faulty[] = "kernel void k(global float *out, global const float4 *in)\r\n"
                             "{\r\n"
                             "\tint i = get_global_id(0);\r\n"
                             "\t/* \xc3\x97 */ float sum = in[i];\r\n"
                             "\tout[i] = sum;\r\n"
                             "}\r\n";
static const char good[] = "kernel void k(global float *out, global const float4 *in)\r\n"
                           "{\r\n"
                           "\tint i = get_global_id(0);\r\n"
                           "\t/* \xc3\x97 */ float sum = in[i].x;\r\n"
                           "\tout[i] = sum;\r\n"
                           "}\r\n";

int main(void)
{
    start();
    build(FAULT ? faulty : good, ""); // @build
    return end();
}
