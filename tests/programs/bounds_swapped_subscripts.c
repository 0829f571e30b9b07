/* The same with the subscripts written out, [x][y] for [y][x]. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[x * width + y]" count=16 line=@launch created=@in memory.space=global memory.name=in memory.size=320 memory.bytes=4 evidence.cause~=swapped
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in, int width, int height)\n"
    "{\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    if (x >= width || y >= height)\n"
    "        return;\n"
    "#if FAULT\n"
    "    out[y * width + x] = in[x * width + y];\n" // #bad
    "#else\n"
    "    out[y * width + x] = in[y * width + x];\n"
    "#endif\n"
    "}\n";

int main(void)
{
    cl_float host[80];
    begin(kernels);
    cl_mem out = floats(80), in = floats(80); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, 10);
    set_int(3, 8);
    run2(12, 8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 1 && host[7] == (FAULT ? 71 : 8) && host[8] == (FAULT ? 0 : 9));
    return end();
}
