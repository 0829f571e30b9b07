/* A struct that is given by value, and an array in it. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: p.weights[i + FAULT]" count=1 line=@launch memory.space=private memory.size=16 memory.offset=16 memory.bytes=4 work_item.global=[3,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { float weights[4]; float scale; } parameters;\n"
                              "kernel void k(global float *out, parameters p)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = p.weights[i + FAULT] * p.scale;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[4], parameters[5] = {1, 2, 3, 4, 10};
    begin(kernels);
    cl_mem out = floats(4);
    set_buffer(0, out);
    clSetKernelArg(kernel, 1, sizeof parameters, parameters);
    run(4); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 10 + 10 * FAULT && host[3] == (FAULT ? 0 : 40));
    return end();
}
