/* The access is in a header on disk, found with -I. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: row[at]" source.file~=put.clh count=1 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char header[] = "\n"
                             "void put(global float *row, int at, float f)\n"
                             "{\n"
                             "    row[at] = f;\n" // #bad
                             "}\n";
static const char kernels[] = "#include <put.clh>\n"
                              "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    put(out, i + FAULT, i);\n"
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    char folder[] = "/tmp/cldoctor-test-XXXXXX", path[64], options[64];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/put.clh", folder);
    snprintf(options, sizeof options, "-I %s", folder);
    FILE *f = fopen(path, "w");
    fputs(header, f);
    fclose(f);
    begin_with(kernels, options);
    cl_mem out = floats(COUNT); // @out
    set_buffer(0, out);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 1 : 0) && host[FAULT] == 0 && host[63] == 63 - FAULT);
    unlink(path);
    rmdir(folder);
    return end();
}
