/* A copy is made by all work-items of the group, and not by the first of them for the others. */
//! finding id=async-copy-misuse kernel=k source="copy: async_work_group_copy(tile, in + 16 * get_group_id(0), 16, 0)" line=@launch async.fault=not-reached-by-all async.reached=1 async.work_items=16 count=4
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in)\n"
    "{\n"
    "    local float tile[16];\n"
    "    event_t e = 0;\n"
    "    if (!FAULT || get_local_id(0) == 0) {\n"
    "        e = async_work_group_copy(tile, in + 16 * get_group_id(0), 16, 0);\n" // #copy
    "        wait_group_events(1, &e);\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[get_global_id(0)] = tile[get_local_id(0)];\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    run_groups(COUNT, 16); // @launch
    get(out, host, sizeof host);
    CHECK(FAULT || (host[0] == 1 && host[63] == 64));
    return end();
}
