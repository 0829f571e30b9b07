/* A sub-buffer has its own size: what is written lies inside its parent, and belongs to somebody else. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: part[i + FAULT]" count=1 line=@launch object=sub-buffer created=@part memory.space=global memory.name=part memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0] evidence.cause~=sub-buffer
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *part)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    part[i + FAULT] = -i;\n" // #bad
                              "}\n";

int main(void)
{
    enum { AT = 512 / sizeof(cl_float) };
    cl_float host[AT + 2 * COUNT];
    begin(kernels);
    cl_mem parent = floats(AT + 2 * COUNT);
    cl_mem part = middle_of(parent, 512, 256); // @part
    set_buffer(0, part);
    run(COUNT); // @launch
    get(parent, host, sizeof host);
    for (int i = 0; i < AT + 2 * COUNT; i++)
        CHECK(host[i] == (i >= AT + FAULT && i < AT + COUNT ? -(i - AT - FAULT) : i + 1));
    return end();
}
