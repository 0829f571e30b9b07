/*
 * A search for a value that isn't in the memory: what is read behind its end is 0, and the loop would never
 * end. (Bare, it ends behind the sub-buffer, in its parent.)
 */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[at]" count=1 line=@launch created=@part memory.space=global memory.name=in memory.size=256 memory.bytes=4 work_item.global=[0,0,0]
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out, global const int *in)\n"
                              "{\n"
                              "    int at = 0;\n"
                              "    while (in[at] != -1)\n" // #bad
                              "        at++;\n"
                              "    out[0] = at;\n"
                              "}\n";

int main(void)
{
    cl_int data[2 * COUNT];
    for (int i = 0; i < 2 * COUNT; i++)
        data[i] = i == (FAULT ? 70 : 60) ? -1 : i;
    begin(kernels);
    cl_mem out = ints(1, 0), parent = buffer_with(data, sizeof data);
    cl_mem part = middle_of(parent, 0, COUNT * sizeof *data); // @part
    set_buffer(0, out);
    set_buffer(1, part);
    run(1); // @launch
    get(out, data, sizeof *data);
    CHECK(FAULT || data[0] == 60);
    return end();
}
