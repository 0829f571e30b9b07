/* A string literal lies in constant memory. (Where nothing but it can be meant, NVIDIA's compiler refuses the
 * store.) */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: *s" count=1 line=@launch evidence.cause_id=constant-memory
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    char own[4] = \"abc\";\n"
                              "    char *s = own;\n"
                              "    if (FAULT && out[0] == 7)\n"
                              "        s = (char *)(ulong)\"abc\";\n"
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
