/* A pointer that walks along a buffer and past its end: three writes by one work-item count as one. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: *p" count=1 line=@launch memory.space=global memory.name=out memory.size=128 memory.bytes=4 work_item.global=[0,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, int n)\n"
                              "{\n"
                              "    global float *p = out;\n"
                              "    while (n--) {\n"
                              "        *p = -n;\n" // #bad
                              "        ++p;\n"
                              "    }\n"
                              "}\n";

int main(void)
{
    cl_float host[192];
    begin(kernels);
    cl_mem all = floats(192), out = middle_of(all, 512, 128);
    set_buffer(0, out);
    set_int(1, FAULT ? 35 : 32);
    run(1); // @launch
    get(all, host, sizeof host);
    for (int i = 0; i < 192; i++)
        CHECK(host[i] == (i >= 128 && i < 160 ? -((FAULT ? 35 : 32) - 1 - (i - 128)) : i + 1));
    return end();
}
