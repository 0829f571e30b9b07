/* Addresses and sizes of what isn't there are no accesses. */
//!
//! correct only
//! checked
#include "bounds.h"

static const char kernels[] =
    "typedef struct { int a, b; } pair;\n"
    "kernel void k(global float *out, global const float *in, global const pair *pairs, int n)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    global const float *end = &in[n], *p = in + i;\n"
    "    global const int *member = &pairs[n].b;\n"
    "    local float tile[4];\n"
    "    local float *behind = &tile[4];\n"
    "    if (p != end && p < in + n && end - p > 0 && &p[1] <= end)\n"
    "        out[i] = *p + sizeof in[n + 100] + sizeof(pairs[n].a) + (behind - tile) + (member - "
    "&pairs->b);\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT), pairs = ints(2, 0);
    set_buffer(0, out);
    set_buffer(1, in);
    set_buffer(2, pairs);
    set_int(3, COUNT);
    run(COUNT);
    get(out, host, sizeof host);
    for (int i = 0; i < COUNT; i++)
        CHECK(host[i] == i + 1 + 4 + 4 + 4 + 2 * COUNT);
    return end();
}
