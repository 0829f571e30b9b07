/* One copy in each branch: all work-items copy something, and no two halves of the group the same. */
//!
//! finding id=async-copy-misuse kernel=k source="second: async_work_group_copy(tile, in + 16, 16, 0)" line=@launch async.fault=not-reached-by-all count=8
//! or id=async-copy-misuse kernel=k source="first: async_work_group_copy(tile, in, 16, 0)" line=@launch async.fault=not-reached-by-all count=8
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in, int n)\n"
                              "{\n"
                              "    local float tile[16];\n"
                              "    event_t e;\n"
                              "    if (FAULT ? get_local_id(0) < 8 : get_group_id(0) < n)\n"
                              "        e = async_work_group_copy(tile, in, 16, 0);\n" // #first
                              "    else\n"
                              "        e = async_work_group_copy(tile, in + 16, 16, 0);\n" // #second
                              "    wait_group_events(1, &e);\n"
                              "    out[get_global_id(0)] = tile[get_local_id(0)];\n"
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, 1);
    run_groups(FAULT ? 16 : 32, 16); // @launch
    get(out, host, sizeof host);
    CHECK(FAULT || (host[0] == 1 && host[16] == 17 && host[31] == 32));
    return end();
}
