/* What is aligned, and what needs no alignment: packed structs, vload and vstore, types that say so. */
//!
//! correct only
//! checked
#include "bounds.h"

static const char kernels[] =
    "typedef struct __attribute__((packed)) { uchar tag; int value; float4 place; short list[2]; } packed;\n"
    "typedef struct { short a; int value __attribute__((packed)); uchar c; } half_packed;\n"
    "typedef int any_int __attribute__((aligned(1)));\n"
    "typedef float4 any_float4 __attribute__((aligned(4)));\n"
    "int of(global const packed *p) { return p->value + p->list[1]; }\n"
    "kernel void k(global int *out, global uchar *bytes, global const float *floats, local int *place)\n"
    "{\n"
    "    int i = get_global_id(0), j = 16 * i, sum = 0;\n"
    "    global const packed *p = (global const packed *)(bytes + 3);\n"
    "    sum += p[1].value + (int)p[0].place.y + p[0].list[1] + of(p);\n"
    "    global const half_packed *h = (global const half_packed *)(bytes + 2 * i);\n"
    "    sum += h->value;\n"
    "    sum += *(global const any_int *)(bytes + i + 1);\n"
    "    any_float4 v = *(global const any_float4 *)(floats + i);\n"
    "    sum += (int)v.x + (int)vload4(0, floats + i + 1).w + vload2(i, bytes + 1).x;\n"
    "    sum += ((global const int4 *)bytes)[i].y + (*(global const int4 *)(bytes + j)).x;\n"
    "    for (int k = 0; k < 64; k += 8)\n"
    "        sum += *(global const long *)(bytes + k) & 1;\n"
    "    global const uchar *q = bytes;\n"
    "    for (int k = 0; k < 4; k++, q += 4)\n"
    "        sum += *(global const int *)q & 1;\n"
    "    sum += *(global const int *)((size_t)(bytes + i) & ~(size_t)3) & 1;\n"
    "    local uchar *room = (local uchar *)place;\n"
    "    *(local int *)(room + 4 * get_local_id(0)) = i;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[i] = sum + *(local int *)(room + 4 * get_local_id(0));\n"
    "}\n";

int main(void)
{
    cl_uchar zeros[256] = {0};
    cl_int host[8];
    begin(kernels);
    cl_mem out = ints(8, 7);
    set_buffer(0, out);
    set_buffer(1, buffer_with(zeros, sizeof zeros));
    set_buffer(2, floats(COUNT));
    set_local(3, 32);
    run_groups(8, 8);
    get(out, host, sizeof host);
    for (int i = 0; i < 8; i++)
        CHECK(host[i] == 3 * i + 6);
    return end();
}
