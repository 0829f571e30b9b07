/* While one tile is worked on, the next is on its way: two events in turn. One round fetches too much. */
//!
//! finding id=async-copy-misuse kernel=k source="next: in + 16 * m" line=@launch memory.name=in memory.size=256 evidence.missed_by=64 count=16
//! finding id=async-copy-misuse kernel=k source="next: async_work_group_copy(tiles[m & 1], in + 16 * m, 16, 0)" line=@launch async.fault=never-waited-for count=16
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in, int n)\n"
    "{\n"
    "    local float tiles[2][16];\n"
    "    event_t e[2];\n"
    "    float sum = 0;\n"
    "    e[0] = async_work_group_copy(tiles[0], in, 16, 0);\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        int m = i + 1;\n"
    "        if (m < n || FAULT)\n"
    "            e[m & 1] = async_work_group_copy(tiles[m & 1], in + 16 * m, 16, 0);\n" // #next
    "        wait_group_events(1, &e[i & 1]);\n"
    "        sum += tiles[i & 1][get_local_id(0)];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    out[get_local_id(0)] = sum;\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, 4);
    run_groups(16, 16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 1 + 17 + 33 + 49 && host[15] == 16 + 32 + 48 + 64);
    return end();
}
