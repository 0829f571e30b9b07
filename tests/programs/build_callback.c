/* The build ends in a callback; its user data comes through. */
//!
//! finding id=build-failed severity=error call=clBuildProgram line=@build count=1 source="bad: missing" evidence.class=undeclared
#include "build.h"

static const char faulty[] = "kernel void k(global int *out)\n"
                             "{\n"
                             "    out[0] = missing;\n" // #bad
                             "}\n";
static const char good[] = "kernel void k(global int *out)\n"
                           "{\n"
                           "    out[0] = 1;\n"
                           "}\n";
static int told;

static void CL_CALLBACK built(cl_program which, void *user_data)
{
    (void)which;
    *(int *)user_data += 1;
}

int main(void)
{
    start();
    cl_program other = from(FAULT ? faulty : good);
    clBuildProgram(other, 1, &device, "", built, &told); // @build
    for (int i = 0; i < 1000 && !told; i++)
        usleep(10000);
    clReleaseProgram(other);
    end();
    return told == 1 ? 0 : 1;
}
