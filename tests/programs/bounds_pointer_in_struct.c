/* A pointer in a struct variable, and the struct given to a function. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: v.data[i]" count=2 line=@launch created=@out memory.space=global memory.name=out memory.size=248 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { int size; global float *data; } view;\n"
                              "void put(view v, int i, float f)\n"
                              "{\n"
                              "    if (i < v.size)\n"
                              "        v.data[i] = f;\n" // #bad
                              "}\n"
                              "kernel void k(global float *out, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    view v = {n, out};\n"
                              "    put(v, i, i * 2);\n"
                              "}\n";

int main(void)
{
    cl_float host[62];
    begin(kernels);
    cl_mem out = floats(62); // @out
    set_buffer(0, out);
    set_int(1, FAULT ? COUNT : 62);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 0 && host[61] == 122);
    return end();
}
