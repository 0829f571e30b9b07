/* A pointer that a function returns knows the memory of the argument that it came from. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: *at(out, i)" count=1 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "global float *at(global float *p, int i)\n"
                              "{\n"
                              "    return &p[i + FAULT];\n"
                              "}\n"
                              "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    *at(out, i) = i;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT); // @out
    set_buffer(0, out);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[FAULT] == 0 && host[63] == 63 - FAULT);
    return end();
}
