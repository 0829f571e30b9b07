/* A copy is of the group: each work-item that gives a range of its own. */
//!
//! finding id=async-copy-misuse kernel=k source="one: async_work_group_copy(tile, in + FROM, 16, 0)" line=@launch async.fault=different-arguments async.argument=1
//! finding id=async-copy-misuse kernel=k source="two: async_work_group_strided_copy(tile + 16, in, 16 - (FAULT && get_local_id(0) == 5), 2, e)" line=@launch async.fault=different-arguments async.argument=2 async.value=15 async.other_value=16 async.other_work_item=0 count=1
//! checked
#include "bounds.h"

static const char kernels[] =
    "#define FROM (FAULT ? get_global_id(0) : 16 * get_group_id(0))\n"
    "kernel void k(global float *out, global const float *in)\n"
    "{\n"
    "    local float tile[32];\n"
    "    event_t e = async_work_group_copy(tile, in + FROM, 16, 0);\n"                                // #one
    "    async_work_group_strided_copy(tile + 16, in, 16 - (FAULT && get_local_id(0) == 5), 2, e);\n" // #two
    "    wait_group_events(1, &e);\n"
    "    out[get_global_id(0)] = tile[get_local_id(0)] + tile[16 + get_local_id(0)];\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    run_groups(16, 16); // @launch
    get(out, host, sizeof host);
    CHECK(FAULT || (host[0] == 2 && host[15] == 16 + 31));
    return end();
}
