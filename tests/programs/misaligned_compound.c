/* Sums of longs that begin at the second int of a row. */
//!
//! finding id=misaligned-access kernel=k source="bad: *(global long *)(out + 4 * i + FAULT)" count=4 line=@launch created=@out memory.space=global memory.name=out memory.size=64 memory.bytes=8 alignment.needed=8 memory.offset=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    *(global long *)(out + 4 * i + FAULT) += 5;\n" // #bad
                              "}\n";

int main(void)
{
    cl_int host[16];
    begin(kernels);
    cl_mem out = ints(16, 7); // @out
    set_buffer(0, out);
    run(4); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 7 : 12) && host[1] == 7 && host[12] == (FAULT ? 7 : 12));
    return end();
}
