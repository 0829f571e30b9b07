/* Only a component is written when one is assigned: v[1].x is the buffer's last float, v[1].y is behind it.
 */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: v[1]" count=1 line=@launch created=@v memory.space=global memory.name=v memory.size=20 memory.offset=20 memory.bytes=4 work_item.global=[0,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float4 *v)\n"
                              "{\n"
                              "    v[1].x = 7;\n"
                              "#if FAULT\n"
                              "    v[1].y = 8;\n" // #bad
                              "#endif\n"
                              "}\n";

int main(void)
{
    cl_float host[5];
    begin(kernels);
    cl_mem v = floats(5); // @v
    set_buffer(0, v);
    run(1); // @launch
    get(v, host, sizeof host);
    CHECK(host[0] == 1 && host[3] == 4 && host[4] == 7);
    return end();
}
