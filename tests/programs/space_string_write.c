/* A string literal lies in constant memory. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: *s" count=1 line=@launch evidence.cause_id=constant-memory
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    char own[4] = \"abc\";\n"
                              "    char *s = FAULT ? (char *)(ulong)\"abc\" : own;\n"
                              "    *s = 'x';\n" // #bad
                              "    out[0] = own[0];\n"
                              "}\n";

int main(void)
{
    cl_int host[1];
    begin(kernels);
    cl_mem out = ints(1, 7);
    set_buffer(0, out);
    run(1); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 'a' : 'x'));
    return end();
}
