/* A copy out of local memory, by a work-group that has no place in the buffer. */
//!
//! finding id=async-copy-misuse severity=error kernel=k source="copy: out + 16 * get_group_id(0)" count=16 line=@launch memory.space=global memory.name=out memory.size=192 evidence.missed_by=64
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in, local float *tile)\n"
    "{\n"
    "    tile[get_local_id(0)] = 2 * in[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    event_t e = async_work_group_copy(out + 16 * get_group_id(0), tile, 16, 0);\n" // #copy
    "    wait_group_events(1, &e);\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem all = floats(COUNT), out = FAULT ? middle_of(all, 0, 192) : all, in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    set_local(2, 16 * sizeof(cl_float));
    run_groups(COUNT, 16); // @launch
    get(all, host, sizeof host);
    CHECK(host[0] == 2 && host[47] == 96);
    CHECK(host[48] == (FAULT ? 49 : 98) && host[63] == (FAULT ? 64 : 128));
    return end();
}
