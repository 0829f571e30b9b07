/* The local side: an array that is too short, and local memory that the host gives. */
//!
//! finding id=async-copy-misuse kernel=k source="to: tile" count=64 line=@launch memory.space=local memory.name=tile memory.size=48 evidence.missed_by=16
//! finding id=async-copy-misuse kernel=k source="from: given + FAULT" count=64 line=@launch memory.space=local memory.name=given memory.size=64 evidence.missed_by=4
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in, local float *given)\n"
    "{\n"
    "    local float tile[FAULT ? 12 : 16];\n"
    "    given[get_local_id(0)] = 1;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    event_t e[2];\n"
    "    e[0] = async_work_group_copy(tile, in + 16 * get_group_id(0), 16, 0);\n" // #to
    "    e[1] = async_work_group_copy(out, given + FAULT, 16, 0);\n"              // #from
    "    wait_group_events(2, e);\n"
    "    if (get_local_id(0) < 12)\n"
    "        out[get_global_id(0)] = tile[get_local_id(0)];\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    set_local(2, 16 * sizeof(cl_float));
    run_groups(COUNT, 16); // @launch
    get(out, host, sizeof host);
    CHECK(host[16] == 17 && host[27] == 28 && host[32] == 33);
    return end();
}
