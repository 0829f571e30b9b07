/* n * n in an int. (Bare, this crashes.) */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: in[i]" count=1 line=@launch created=@in memory.space=global memory.name=in memory.size=256 memory.offset=-7179869184 memory.bytes=4 work_item.global=[0,0,0] evidence.cause_id=int-overflow evidence.cause~=overflow
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in, int n)\n"
                              "{\n"
                              "#if FAULT\n"
                              "    int i = (size_t)n * n;\n"
                              "#else\n"
                              "    size_t i = (size_t)n * n;\n"
                              "#endif\n"
                              "    if (i < 64)\n"
                              "        out[0] = in[i];\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[1];
    begin(kernels);
    cl_mem out = floats(1), in = floats(COUNT); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, 50000);
    run(1); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == !FAULT);
    return end();
}
