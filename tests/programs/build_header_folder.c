/* The error is in a header on disk, which -I leads to. */
//!
//! finding id=build-failed severity=error line=@build source.file~=rows.clh source.line=3 source.column=16 source.text="    return row[index + 1];" evidence.class=undeclared evidence.options~=-I
#include "build.h"

#include <sys/stat.h>

static const char text[] = "#include \"inc/rows.clh\"\n"
                           "kernel void k(global float *out, global const float *in)\n"
                           "{\n"
                           "    out[0] = next(in, 0);\n"
                           "}\n";

int main(void)
{
    char folder[] = "/tmp/build-header-XXXXXX", inner[64], path[96], options[64];
    if (!mkdtemp(folder))
        return 1;
    snprintf(inner, sizeof inner, "%s/inc", folder);
    snprintf(path, sizeof path, "%s/rows.clh", inner);
    snprintf(options, sizeof options, "-I %s", folder);
    mkdir(inner, 0777);
    FILE *out = fopen(path, "w");
    fprintf(out,
            "float next(global const float *row, int at)\n{\n    return row[%s + 1];\n}\n"
            "float next(global const float *row, int at);\n",
            FAULT ? "index" : "at");
    fclose(out);
    start();
    build(text, options); // @build
    unlink(path);
    rmdir(inner);
    rmdir(folder);
    return end();
}
