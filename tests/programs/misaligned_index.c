/* ((global int *)p)[k] of a pointer that was moved by one byte, in a loop. */
//!
//! finding id=misaligned-access kernel=k source="bad: ((global const int *)p)[j]" count=4 line=@launch created=@in memory.space=global memory.name=in memory.size=128 memory.bytes=4 alignment.needed=4
//! checked
#include "misaligned.h"

static const char kernels[] = "kernel void k(global int *out, global const uchar *in, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0), sum = 0;\n"
                              "    global const uchar *p = in + 16 * i + FAULT;\n"
                              "    for (int j = 0; j < n; j++)\n"
                              "        sum += ((global const int *)p)[j] & 255;\n" // #bad
                              "    out[i] = sum;\n"
                              "}\n";

int main(void)
{
    cl_int host[4];
    begin(kernels);
    cl_mem out = ints(4, 7), in = bytes_buffer(128); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, 4);
    run(4); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 24) && host[3] == (FAULT ? 0 : 216));
    return end();
}
