/* A member through a pointer to the struct behind the last one; both sides of the assignment. */
//!
//! finding id=out-of-bounds-read kernel=k source="read: from->mass" count=1 line=@launch created=@from memory.space=global memory.name=in memory.size=192 memory.offset=196 memory.bytes=4 work_item.global=[15,0,0]
//! finding id=out-of-bounds-write kernel=k source="write: to->place" count=1 line=@launch created=@to memory.space=global memory.name=out memory.size=192 memory.offset=200 memory.bytes=4 work_item.global=[15,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { int id; float mass; float place; } body;\n"
                              "kernel void k(global body *out, global const body *in)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    global const body *from = in + i + FAULT;\n"
                              "    global body *to = &out[i + FAULT];\n"
                              "    float m =\n"
                              "        from->mass;\n"    // #read
                              "    to->place = m + 2;\n" // #write
                              "}\n";

int main(void)
{
    cl_float host[48];
    begin(kernels);
    cl_mem out = floats(48); // @to
    cl_mem in = floats(48);  // @from
    set_buffer(0, out);
    set_buffer(1, in);
    run(16); // @launch
    get(out, host, sizeof host);
    CHECK(host[2] == (FAULT ? 3 : 4));
    CHECK(host[47] == 49);
    CHECK(host[5] == 7);
    return end();
}
