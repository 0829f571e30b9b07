/* A table of bytes in constant memory, read as shorts and as longs. */
//!
//! finding id=misaligned-access kernel=k source="short: *(constant short *)(table + 2 * i + FAULT)" count=8 line=@launch created=@table memory.space=constant memory.name=table memory.size=128 memory.bytes=2 alignment.needed=2 memory.offset=1
//! finding id=misaligned-access kernel=k source="long: *(constant long *)(table + 8 * i + 4 * FAULT)" count=8 line=@launch created=@table memory.space=constant memory.name=table memory.size=128 memory.bytes=8 alignment.needed=8 memory.offset=4
//! checked
#include "misaligned.h"

static const char kernels[] = "kernel void k(global int *out, constant uchar *table)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = *(constant short *)(table + 2 * i + FAULT);\n"           // #short
                              "    out[i] += *(constant long *)(table + 8 * i + 4 * FAULT) & 255;\n" // #long
                              "}\n";

int main(void)
{
    cl_int host[8];
    begin(kernels);
    cl_mem out = ints(8, 7), table = bytes_buffer(128); // @table
    set_buffer(0, out);
    set_buffer(1, table);
    run(8); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 0x100) && host[7] == (FAULT ? 0 : 0x0f0e + 56));
    return end();
}
