/* A null pointer that the kernel makes itself: one work-item has no row. (Bare, this crashes.) */
//!
//! finding id=null-dereference severity=error kernel=k source="bad: p[2]" count=1 line=@launch memory.bytes=4 work_item.global=[7,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in, int rows)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    global const float *p = 0;\n"
                              "    if (i < rows)\n"
                              "        p = in + 4 * i;\n"
                              "    out[i] = p[2];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[8];
    begin(kernels);
    cl_mem out = floats(8), in = floats(32);
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, 8 - FAULT);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 3 && host[6] == 27 && host[7] == (FAULT ? 0 : 31));
    return end();
}
