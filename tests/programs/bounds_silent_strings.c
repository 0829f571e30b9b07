/* A pointer that is set to a string: it is no null pointer, constant as it is. */
//!
//! correct only
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    constant char *text = \"abcd\";\n"
                              "    constant char *other;\n"
                              "    other = i & 1 ? \"efgh\" : text;\n"
                              "    out[i] = text[i] + other[1];\n"
                              "}\n";

int main(void)
{
    cl_int host[4];
    begin(kernels);
    cl_mem out = ints(4, 7);
    set_buffer(0, out);
    run(4);
    get(out, host, sizeof host);
    CHECK(host[0] == 'a' + 'b' && host[1] == 'b' + 'f' && host[3] == 'd' + 'f');
    return end();
}
