/* A column by a stride: its last element is the last of the buffer, or one row too far. */
//!
//! finding id=async-copy-misuse kernel=k source="get: in + column" count=8 line=@launch memory.name=in memory.size=256 evidence.missed_by=32
//! finding id=async-copy-misuse kernel=k source="put: out + column" count=8 line=@launch memory.name=out memory.size=256 evidence.missed_by=32
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *out, global const float *in, int rows)\n"
    "{\n"
    "    local float line[16];\n"
    "    int column = 7;\n"
    "    event_t e = async_work_group_strided_copy(line, in + column, rows, 8, 0);\n" // #get
    "    wait_group_events(1, &e);\n"
    "    line[get_local_id(0)] += 100;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    e = async_work_group_strided_copy(out + column, line, rows, 8, 0);\n" // #put
    "    wait_group_events(1, &e);\n"
    "}\n";

int main(void)
{
    cl_float host[COUNT];
    begin(kernels);
    cl_mem out = floats(COUNT), in = floats(COUNT);
    set_buffer(0, out);
    set_buffer(1, in);
    set_int(2, FAULT ? 9 : 8);
    run_groups(8, 8); // @launch
    get(out, host, sizeof host);
    CHECK(host[7] == 108 && host[63] == 164 && host[62] == 63);
    return end();
}
