/* a[0][3] of an array of rows of three is a[1][0] in memory, and out of its row. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: m[0][i + FAULT]" count=1 line=@launch memory.space=private memory.size=12 memory.offset=12 memory.bytes=4 work_item.global=[2,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    float m[3][3] = {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}};\n"
                              "    m[0][i + FAULT] = 9;\n" // #bad
                              "    out[i] = m[0][0] + m[0][1] + m[0][2] + 100 * m[1][0];\n"
                              "}\n";

int main(void)
{
    cl_float host[3];
    begin(kernels);
    cl_mem out = floats(3);
    set_buffer(0, out);
    run(3); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 211 && host[1] == 211 && host[2] == (FAULT ? 203 : 211));
    return end();
}
