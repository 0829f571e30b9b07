/* An atomic on a counter behind three bytes. */
//!
//! finding id=misaligned-access kernel=k source="bad: atomic_inc((volatile global int *)&bytes[4 - FAULT])" count=16 line=@launch created=@bytes memory.space=global memory.name=bytes memory.size=128 memory.bytes=4 alignment.needed=4 memory.offset=3
//! checked
#include "misaligned.h"

static const char kernels[] = "kernel void k(global uchar *bytes)\n"
                              "{\n"
                              "    atomic_inc((volatile global int *)&bytes[4 - FAULT]);\n" // #bad
                              "}\n";

int main(void)
{
    cl_uchar host[128];
    begin(kernels);
    cl_mem bytes = bytes_buffer(128); // @bytes
    set_buffer(0, bytes);
    run(16); // @launch
    get(bytes, host, sizeof host);
    CHECK(host[3] == 3 && host[4] == (FAULT ? 4 : 20) && host[5] == 5);
    return end();
}
