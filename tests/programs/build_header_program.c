/* The error is in a header that was given to clCompileProgram as a program. */
//!
//! finding id=build-failed severity=error call=clCompileProgram code=-15 line=@compile source="bad: in" source.file=inc/rows.clh evidence.class=type
#include "build.h"

static const char faulty[] = "/* rows.clh */\n"
                             "typedef struct { float gain; } row_t;\n"
                             "inline float get(row_t row)\n"
                             "{\n"
                             "    return row.in;\n" // #bad
                             "}\n";
static const char good[] = "/* rows.clh */\n"
                           "typedef struct { float gain; } row_t;\n"
                           "inline float get(row_t row)\n"
                           "{\n"
                           "    return row.gain;\n"
                           "}\n";
static const char text[] = "#include \"inc/rows.clh\"\n"
                           "kernel void k(global float *out)\n"
                           "{\n"
                           "    row_t row = {1};\n"
                           "    out[0] = row.gain;\n"
                           "}\n";

int main(void)
{
    const char *name = "inc/rows.clh";
    start();
    cl_program main_program = from(text), header_program = from(FAULT ? faulty : good);
    clCompileProgram(main_program, 1, &device, "", 1, &header_program, &name, NULL, NULL); // @compile
    clReleaseProgram(header_program);
    clReleaseProgram(main_program);
    return end();
}
