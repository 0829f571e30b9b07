/* Events that no copy has returned: never set, 0, and one more than there are. */
//!
//! finding id=async-copy-misuse kernel=k source="unset: wait_group_events(1, &never)" line=@launch async.fault=no-event count=16
//! finding id=async-copy-misuse kernel=k source="zero: wait_group_events(1, &none)" line=@launch async.fault=no-event async.event=0 count=16
//! finding id=async-copy-misuse kernel=k source="many: wait_group_events(3, all)" line=@launch async.fault=no-event count=16
//! finding id=async-copy-misuse kernel=k source="given: async_work_group_copy(tile, in, 16, never)" line=@launch async.fault=no-event count=16
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, global const float *in)\n"
                              "{\n"
                              "    local float tile[16];\n"
                              "    event_t never, none = 0, all[3];\n"
                              "#if !FAULT\n"
                              "    never = none;\n"
                              "#else\n"
                              "    wait_group_events(1, &never);\n" // #unset
                              "    wait_group_events(1, &none);\n"  // #zero
                              "#endif\n"
                              "    all[0] = async_work_group_copy(tile, in, 16, never);\n" // #given
                              "    all[1] = async_work_group_copy(tile, in, 16, all[0]);\n"
                              "#if FAULT\n"
                              "    wait_group_events(3, all);\n" // #many
                              "#else\n"
                              "    wait_group_events(2, all);\n"
                              "#endif\n"
                              "    out[get_global_id(0)] = tile[get_local_id(0)];\n"
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
    CHECK(host[0] == 1 && host[15] == 16);
    return end();
}
