/* Records of 5 bytes, with an int behind a byte: one in four is aligned. */
//!
//! finding id=misaligned-access kernel=k source="bad: *(global const int *)(in + (FAULT ? 5 * i + 1 : 8 * i + 4))" count=12 line=@launch created=@in memory.space=global memory.name=in memory.size=128 memory.bytes=4 alignment.needed=4
//! checked
#include "misaligned.h"

static const char kernels[] =
    "kernel void k(global int *out, global const uchar *in)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    out[i] = *(global const int *)(in + (FAULT ? 5 * i + 1 : 8 * i + 4)) + 1;\n" // #bad
    "}\n";

int main(void)
{
    cl_int host[16];
    begin(kernels);
    cl_mem out = ints(16, 7), in = bytes_buffer(128); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 1 : 0x07060505) && host[3] == (FAULT ? 0x13121111 : 0x1f1e1d1d));
    return end();
}
