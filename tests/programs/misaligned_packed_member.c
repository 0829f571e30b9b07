/* The address of a packed struct's member, as a pointer to int: by its name the member is read all right. */
//!
//! finding id=misaligned-access kernel=k source="bad: *p" count=8 line=@launch created=@in memory.space=global memory.name=in memory.size=128 memory.bytes=4 alignment.needed=4 memory.offset=1
//! checked
#include "misaligned.h"

static const char kernels[] =
    "typedef struct __attribute__((packed)) { uchar tag; int value; uchar rest[3]; } entry;\n"
    "kernel void k(global int *out, global const entry *in)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    out[i] = in[i].value & 255;\n"
    "#if FAULT\n"
    "    global const int *p = &in[i].value;\n"
    "    out[i] += *p & 255;\n" // #bad
    "#else\n"
    "    out[i] += in[i].value & 255;\n"
    "#endif\n"
    "}\n";

int main(void)
{
    cl_int host[8];
    begin(kernels);
    cl_mem out = ints(8, 7), in = bytes_buffer(128); // @in
    set_buffer(0, out);
    set_buffer(1, in);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 1 : 2) && host[7] == (FAULT ? 57 : 114));
    return end();
}
