/* An array in a struct is overrun: what lies behind it is the struct's next member. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: s.weights[i + FAULT]" count=1 line=@launch memory.space=private memory.size=12 memory.offset=12 memory.bytes=4 work_item.global=[2,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { float weights[3]; float sum; } set;\n"
                              "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    set s = {{1, 2, 3}, 6};\n"
                              "    s.weights[i + FAULT] = 0;\n" // #bad
                              "    out[i] = s.sum + s.weights[0] + s.weights[1] + s.weights[2];\n"
                              "}\n";

int main(void)
{
    cl_float host[3];
    begin(kernels);
    cl_mem out = floats(3);
    set_buffer(0, out);
    run(3); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 10 : 11));
    CHECK(host[2] == (FAULT ? 12 : 9));
    return end();
}
