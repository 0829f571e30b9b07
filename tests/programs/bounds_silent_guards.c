/* Guards of many kinds keep the accesses inside; loops that run no times access nothing. */
//!
//! correct only
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in, int n, int none)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i >= n)\n"
    "        return;\n"
    "    float left = i > 0 ? in[i - 1] : 0, right = i + 1 < n ? in[i + 1] : 0;\n"
    "    float clamped = in[clamp(i + 5, 0, n - 1)] + in[max(i - 5, 0)] + in[min(i + 1, n - 1)];\n"
    "    bool both = i + 1 < n && in[i + 1] > 0, either = i + 1 >= n || in[i + 1] > 0;\n"
    "    for (int j = n; j < none; j++)\n"
    "        left += in[j];\n"
    "    for (global const float *p = in + n; p < in; p++)\n"
    "        left += *p;\n"
    "    while (none && in[n + none])\n"
    "        none++;\n"
    "    switch (i) {\n"
    "    case 1000:\n"
    "        left += in[i];\n"
    "    }\n"
    "    out[i] = left + right + clamped + both + either;\n"
    "}\n";

int main(void)
{
    cl_float host[50];
    begin(kernels);
    cl_mem out = floats(50), in = floats(50);
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, 50);
    set_int(3, 0);
    run_groups(COUNT, 16);
    get(out, host, sizeof host);
    CHECK(host[0] == 2 + 6 + 1 + 2 + 2 && host[10] == 10 + 12 + 16 + 6 + 12 + 2 &&
          host[49] == 49 + 50 + 45 + 50 + 1);
    return end();
}
