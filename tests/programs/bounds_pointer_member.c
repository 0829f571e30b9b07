/* A pointer in a struct variable, used where it is. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: v.data[i + FAULT]" count=1 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { int size; global float *data; } view;\n"
                              "kernel void k(global float *out, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    view v;\n"
                              "    v.size = n;\n"
                              "    v.data = out;\n"
                              "    if (i < v.size)\n"
                              "        v.data[i + FAULT] = i * 2;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT); // @out
    set_buffer(0, out);
    set_int(1, COUNT);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[FAULT] == 0 && host[FAULT + 10] == 20);
    return end();
}
