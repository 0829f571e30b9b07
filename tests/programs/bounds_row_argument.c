/* A kernel's argument that is a pointer to rows: the row has its own end. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: rows[i / 8][i % 8 + FAULT]" count=1 line=@launch memory.space=global memory.size=32 memory.offset=32 memory.bytes=4 work_item.global=[7,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    global const float(*rows)[8] = (global const float(*)[8])in;\n"
                              "    out[i] = rows[i / 8][i % 8 + FAULT];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 1 + FAULT && host[7] == (FAULT ? 0 : 8) && host[8] == 9);
    return end();
}
