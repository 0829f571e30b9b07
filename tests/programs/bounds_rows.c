/* A sparse matrix whose last row ends behind its values: the loop's limits are read from memory. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: values[j]" count=1 line=@launch created=@values memory.space=global memory.name=values memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[7,0,0]
//! checked
#include "bounds.h"

#define ROWS 8

static const char kernels[] =
    "kernel void k(global float *out, global const int *rows, global const float *values)\n"
    "{\n"
    "    int row = get_global_id(0);\n"
    "    float sum = 0;\n"
    "    for (int j = rows[row]; j < rows[row + 1]; j++)\n"
    "        sum += values[j];\n" // #bad
    "    out[row] = sum;\n"
    "}\n";

int main(void)
{
    cl_float host[ROWS];
    cl_int ends[ROWS + 1];
    begin(kernels);
    for (int i = 0; i <= ROWS; i++)
        ends[i] = COUNT / ROWS * i;
    ends[ROWS] += FAULT;
    cl_mem out = floats(ROWS);
    cl_mem values = floats(COUNT); // @values
    cl_mem rows = buffer_with(ends, sizeof ends);
    set_buffer(0, out);
    set_buffer(1, rows);
    set_buffer(2, values);
    run(ROWS); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 36);
    CHECK(host[ROWS - 1] == 484);
    return end();
}
