/* Structs of types that are declared inside the function: what would hold a copy of one has no name for it.
 */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[i + FAULT]" count=1 line=@launch memory.space=global memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! unchecked 3 accesses unchecked: their type has no name
#include "bounds.h"

static const char kernels[] = "float helped(int i)\n"
                              "{\n"
                              "    struct triple { float a, b, c; } t[2] = {{1, 2, 3}, {4, 5, 6}}, one;\n"
                              "    one = t[i & 1];\n"
                              "    return one.c;\n"
                              "}\n"
                              "kernel void k(global float *out)\n"
                              "{\n"
                              "    struct pair { float a, b; } pairs[4], other;\n"
                              "    int i = get_global_id(0);\n"
                              "    pairs[1].a = i;\n"
                              "    other = pairs[1];\n" // good whatever happens: no gap
                              "    pairs[0] = pairs[i & 1] = other;\n"
                              "    for (int n = 0; n < 3; n++)\n"
                              "        other = pairs[n];\n"
                              "    out[i + FAULT] = pairs[0].a + helped(i);\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT);
    set_buffer(0, out);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[3] == (FAULT ? 2 + 3 : 3 + 6));
    return end();
}
