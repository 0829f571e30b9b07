/* The second of three launches of one kernel is at fault, for its arguments: it is the one that is named. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[i]" count=4 line=@second created=@small memory.space=global memory.name=out memory.size=240 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out, int add)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i] = i + add;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[COUNT];
    const size_t items = COUNT;
    begin(kernels);
    cl_mem large = floats(COUNT);
    cl_mem all = floats(COUNT);
    cl_mem small = middle_of(all, 0, FAULT ? 240 : 256); // @small
    set_buffer(0, large);
    set_int(1, 100);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    set_buffer(0, small);
    set_int(1, 200);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL); // @second
    set_buffer(0, large);
    set_int(1, 300);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clFinish(queue);
    get(large, host, sizeof host);
    CHECK(host[0] == 300 && host[63] == 363);
    get(all, host, sizeof host);
    CHECK(host[0] == 200 && host[59] == 259 && host[60] == (FAULT ? 61 : 260) &&
          host[63] == (FAULT ? 64 : 263));
    return end();
}
