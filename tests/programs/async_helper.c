/* Functions that copy and wait for a kernel: their pointers are its arguments. */
//!
//! finding id=async-copy-misuse kernel=k source="copy: from + at" line=@launch memory.name=in memory.size=256 evidence.missed_by=64 evidence.argument=1 count=16
//! finding id=async-copy-misuse kernel=k source="copy: async_work_group_copy(to, from + at, 16, after)" line=@launch async.fault=never-waited-for count=64
//! checked
#include "bounds.h"

static const char kernels[] =
    "event_t fetch(local float *to, global const float *from, int at, event_t after)\n"
    "{\n"
    "    return async_work_group_copy(to, from + at, 16, after);\n" // #copy
    "}\n"
    "void finish(event_t *list, int n)\n"
    "{\n"
    "    wait_group_events(n, list);\n"
    "}\n"
    "kernel void k(global float *out, global const float *in)\n"
    "{\n"
    "    local float tile[16], next[16];\n"
    "    event_t e = fetch(tile, in, 16 * get_group_id(0), 0), f;\n"
    "    e = fetch(next, in, 16 * (get_group_id(0) + FAULT), e);\n"
    "#if FAULT\n"
    "    f = fetch(next, in, 16 * (get_group_id(0) + 1), 0);\n"
    "#endif\n"
    "    finish(&e, 1);\n"
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
    CHECK(host[0] == 1 && host[63] == 64);
    return end();
}
