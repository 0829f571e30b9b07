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
    cl_float host[3 * COUNT];
    begin(kernels);
    cl_mem parent = floats(3 * COUNT);
    cl_mem part = middle_of(parent, 256, 256); // @part
    set_buffer(0, part);
    run(COUNT); // @launch
    get(parent, host, sizeof host);
    for (int i = 0; i < 3 * COUNT; i++)
        CHECK(host[i] == (i >= COUNT + FAULT && i < 2 * COUNT ? -(i - COUNT - FAULT) : i + 1));
    return end();
}
