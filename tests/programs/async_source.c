/* A copy into local memory: the last group's goes past the end of the buffer, by the size of a border. */
//!
//! finding id=async-copy-misuse severity=error kernel=k source="copy: in + 16 * get_group_id(0)" count=16 line=@launch memory.space=global memory.name=in memory.size=256 evidence.missed_by=8
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in, int n)\n"
    "{\n"
    "    local float tile[18];\n"
    "    event_t e = async_work_group_copy(tile, in + 16 * get_group_id(0), n, 0);\n" // #copy
    "    wait_group_events(1, &e);\n"
    "    out[get_global_id(0)] = tile[get_local_id(0)] + tile[n - 1];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, FAULT ? 18 : 16);
    run_groups(COUNT, 16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 1 + (FAULT ? 18 : 16) && host[17] == 18 + (FAULT ? 34 : 32));
    CHECK(host[48] == 49 + (FAULT ? 0 : 64)); /* what is no one's is 0 */
    return end();
}
