/* A message of bytes in private memory, read as ints from its second byte on. */
//!
//! finding id=misaligned-access kernel=k source="bad: ((const uint *)(message + FAULT))[j]" count=4 line=@launch memory.name=message memory.size=32 memory.bytes=4 alignment.needed=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    uchar message[32] __attribute__((aligned(16)));\n"
                              "    int i = get_global_id(0);\n"
                              "    for (int j = 0; j < 32; j++)\n"
                              "        message[j] = i + j;\n"
                              "    uint sum = 0;\n"
                              "    for (int j = 0; j < 4; j++)\n"
                              "        sum += ((const uint *)(message + FAULT))[j] & 255;\n" // #bad
                              "    out[i] = sum;\n"
                              "}\n";

int main(void)
{
    cl_int host[4];
    begin(kernels);
    cl_mem out = ints(4, 7);
    set_buffer(0, out);
    run(4); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 0 : 24) && host[3] == (FAULT ? 0 : 36));
    return end();
}
