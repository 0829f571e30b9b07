/* The access is in a header that was given to clCompileProgram; the program is linked from two. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: row[at + 1 - !FAULT]" source.file~=rows.clh count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! or id=out-of-bounds-read kernel=k source="bad: row[at + 1 - !FAULT]" source.file~=rows.clh count=1 line=@launch created=@in memory.space=global memory.name=row memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char header[] = "/* rows.clh */\n"
                             "static inline float next(global const float *row, int at)\n"
                             "{\n"
                             "    return row[at + 1 - !FAULT];\n" // #bad
                             "}\n"
                             "float twice(float f);\n";
static const char first[] = "#include \"rows.clh\"\n"
                            "kernel void k(global float *out, global const float *in)\n"
                            "{\n"
                            "    int i = get_global_id(0);\n"
                            "    out[i] = twice(next(in, i));\n"
                            "}\n";
static const char second[] = "#include \"rows.clh\"\n"
                             "float twice(float f)\n"
                             "{\n"
                             "    return 2 * f;\n"
                             "}\n";

int main(void)
{
    cl_float host[COUNT];
    const char *texts[] = {first, second, header}, *name = "rows.clh";
    cl_program parts[3];
    set_up_with("", "");
    clReleaseProgram(program);
    for (int i = 0; i < 3; i++)
        parts[i] = clCreateProgramWithSource(context, 1, &texts[i], NULL, NULL);
    for (int i = 0; i < 2; i++)
        clCompileProgram(parts[i], 0, NULL, FAULT ? "-DFAULT=1" : "-DFAULT=0", 1, &parts[2], &name, NULL,
                         NULL);
    program = clLinkProgram(context, 1, &device, NULL, 2, parts, NULL, NULL, NULL);
    for (int i = 0; i < 3; i++)
        clReleaseProgram(parts[i]);
    kernel = clCreateKernel(program, "k", NULL);
    cl_mem out = floats(COUNT), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 4 : 2) && host[62] == (FAULT ? 128 : 126) && host[63] == (FAULT ? 0 : 128));
    return end();
}
