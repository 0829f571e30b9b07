/* The second of two copies is waited for by nobody; a whole group that returns early is none of it. */
//!
//! finding id=async-copy-misuse kernel=k source="second: async_work_group_copy(tile + 16, in + 16, 16, 0)" line=@launch async.fault=never-waited-for count=32
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    local float tile[32];\n"
                              "    if (get_group_id(0) > 1)\n"
                              "        return;\n"
                              "    event_t e = async_work_group_copy(tile, in, 16, 0);\n"
                              "    event_t f = async_work_group_copy(tile + 16, in + 16, 16, 0);\n" // #second
                              "    wait_group_events(1, &e);\n"
                              "    out[get_global_id(0)] = tile[get_local_id(0)];\n"
                              "    if (!FAULT)\n"
                              "        wait_group_events(1, &f);\n"
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
    CHECK(host[0] == 1 && host[16] == 1 && host[31] == 16 && host[32] == 33);
    return end();
}
