/* Elements of one and of eight bytes. */
//!
//! finding id=out-of-bounds-read kernel=k source="small: small[i + FAULT]" count=1 line=@launch created=@small memory.space=global memory.name=small memory.size=61 memory.offset=61 memory.bytes=1 work_item.global=[60,0,0]
//! finding id=out-of-bounds-write kernel=k source="large: large[i + FAULT]" count=1 line=@launch created=@large memory.space=global memory.name=large memory.size=488 memory.offset=488 memory.bytes=8 work_item.global=[60,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global ulong *large, global const uchar *small)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    ulong f = small[i + FAULT];\n" // #small
                              "    large[i + FAULT] = f;\n"       // #large
                              "}\n";

int main(void)
{
    cl_uchar bytes[61];
    cl_ulong host[61] = {0};
    for (int i = 0; i < 61; i++)
        bytes[i] = (cl_uchar)(i + 1);
    begin(kernels);
    cl_mem large = buffer_with(host, sizeof host);   // @large
    cl_mem small = buffer_with(bytes, sizeof bytes); // @small
    set_buffer(0, large);
    set_buffer(1, small);
    run(61); // @launch
    get(large, host, sizeof host);
    CHECK(host[0] == !FAULT && host[1] == 2 && host[60] == 61);
    return end();
}
