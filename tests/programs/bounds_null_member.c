/* A member through a null pointer, given to a function. (Bare, this crashes.) */
//!
//! finding id=null-dereference kernel=k source="bad: it->weight" count=1 line=@launch memory.bytes=4 work_item.global=[3,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "struct item { int id; float weight; };\n"
                              "float weigh(global const struct item *it)\n"
                              "{\n"
                              "    return it->weight;\n" // #bad
                              "}\n"
                              "kernel void k(global float *out, global const struct item *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = weigh(FAULT && i == 3 ? NULL : in + i);\n"
                              "}\n";

int main(void)
{
    cl_float host[8];
    begin(kernels);
    cl_mem out = floats(8), in = floats(16);
    set_buffer(0, out);
    set_buffer(1, in);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[2] == 6 && host[3] == (FAULT ? 0 : 8) && host[7] == 16);
    return end();
}
