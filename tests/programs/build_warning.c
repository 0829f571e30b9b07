/* A build that succeeds, with two warnings of one kind; and a pragma that no compiler knows. */
//!
//! finding id=build-warning severity=warning layer=build call=clBuildProgram line=@build source="bad: = in" message~=assignment evidence.others~="kernel source:6:"
//! finding id=build-warning severity=advice line=@build message~=cl_foo_bar
#include "build.h"

static const char faulty[] = "kernel void k(global int *out, global const int *in)\n"
                             "{\n"
                             "    int n;\n"
                             "    if (n = in[0])\n" // #bad
                             "        out[0] = n;\n"
                             "    if (n = in[1])\n"
                             "        out[1] = n;\n"
                             "}\n"
                             "#pragma OPENCL EXTENSION cl_foo_bar : enable\n";
static const char good[] = "#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable\n"
                           "kernel void k(global int *out, global const int *in)\n"
                           "{\n"
                           "    int n;\n"
                           "    if ((n = in[0]))\n"
                           "        out[0] = n;\n"
                           "}\n";

int main(void)
{
    start();
    build(FAULT ? faulty : good, ""); // @build
    return end();
}
