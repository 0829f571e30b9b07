/* A scan in local memory: branches of single work-items between barriers that only some groups reach. */
//!
//! correct only
//! checked
#include "bounds.h"

static const char kernels[] =
    "#define ROWS 32\n"
    "#define STEP(by) if ((long)get_local_id(0) >= by) { \\\n"
    "            int before = part[ROWS][(long)get_local_id(0) - by]; \\\n"
    "            if (ROWS * (long)get_local_id(0) < last) value += before; } \\\n"
    "        barrier(CLK_LOCAL_MEM_FENCE); \\\n"
    "        part[ROWS][(long)get_local_id(0)] = value; \\\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "kernel __attribute__((reqd_work_group_size(16, 1, 1)))\n"
    "void k(global const int *in, global int *out, int n, int each)\n"
    "{\n"
    "    local int part[ROWS + 1][17];\n"
    "    int lid = get_local_id(0), begin = each * get_group_id(0), end = min(begin + each, n);\n"
    "    if (begin < end) {\n"
    "        for (int r = 0; r < ROWS; r++) {\n"
    "            int offset = r * 16 + lid;\n"
    "            if (begin + offset < end)\n"
    "                part[offset % ROWS][offset / ROWS] = in[begin + offset];\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        int sum = part[0][(long)get_local_id(0)], last = end - begin;\n"
    "        for (int r = 1; r < ROWS; r++)\n"
    "            if (ROWS * (long)get_local_id(0) + r < last)\n"
    "                part[r][(long)get_local_id(0)] = sum += part[r][(long)get_local_id(0)];\n"
    "        part[ROWS][(long)get_local_id(0)] = sum;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        int value = part[ROWS][(long)get_local_id(0)];\n"
    "        STEP(1) STEP(2) STEP(4) STEP(8)\n"
    "        if ((long)get_local_id(0) > 0) {\n"
    "            sum = part[ROWS][(long)get_local_id(0) - 1];\n"
    "            for (int r = 0; r < ROWS; r++)\n"
    "                if (ROWS * (long)get_local_id(0) + r < last)\n"
    "                    part[r][(long)get_local_id(0)] += sum;\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int r = 0; r < ROWS; r++) {\n"
    "            int offset = r * 16 + lid;\n"
    "            if (begin + offset < end)\n"
    "                out[begin + offset] = part[offset % ROWS][offset / ROWS];\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "}\n";

int main(void)
{
    cl_int host[400];
    for (int i = 0; i < 400; i++)
        host[i] = i;
    begin(kernels);
    cl_mem in = buffer_with(host, sizeof host), out = buffer_with(host, sizeof host);
    set_buffer(0, in);
    set_buffer(1, out);
    set_int(2, 400);
    set_int(3, 400);
    run_groups(16, 16);
    get(out, host, sizeof host);
    for (int i = 0; i < 400; i++)
        CHECK(host[i] == i * (i + 1) / 2);
    return end();
}
