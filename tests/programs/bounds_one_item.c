/* One of 65,536 work-items goes wrong, by 3 elements: it is the one that is named. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[next[i]]" count=1 line=@launch memory.space=global memory.name=out memory.size=262144 memory.offset=262156 memory.bytes=4 work_item.global=[40321,0,0] work_item.local=[1,0,0] work_item.group=[630,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global int *out, global const int *next)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[next[i]] = i;\n" // #bad
                              "}\n";

#define MANY 65536
static cl_int host[MANY + 64];

int main(void)
{
    begin(kernels);
    for (int i = 0; i < MANY; i++)
        host[i] = MANY - 1 - i;
    host[40321] = FAULT ? MANY + 3 : host[40321];
    cl_mem next = buffer_with(host, MANY * sizeof *host);
    memset(host, 255, sizeof host);
    cl_mem all = buffer_with(host, sizeof host), out = middle_of(all, 0, MANY * sizeof *host);
    set_buffer(0, out);
    set_buffer(1, next);
    run_groups(MANY, 64); // @launch
    get(all, host, sizeof host);
    for (int i = 0; i < MANY + 64; i++)
        CHECK(host[i] == (i >= MANY || (FAULT && i == MANY - 1 - 40321) ? -1 : MANY - 1 - i));
    return end();
}
