/* Two programs, each with a kernel of the same name: a finding in each. */
//!
//! finding id=out-of-bounds-write kernel=k source="first: out[i + FAULT]" count=1 line=@first created=@a memory.space=global memory.name=out memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! finding id=out-of-bounds-write kernel=k source="second: to[i + FAULT]" count=1 line=@second created=@b memory.space=global memory.name=to memory.size=128 memory.offset=128 memory.bytes=4 work_item.global=[31,0,0]
//! checked
#include "bounds.h"

static const char one[] = "kernel void k(global float *out)\n"
                          "{\n"
                          "    int i = get_global_id(0);\n"
                          "    out[i + FAULT] = i;\n" // #first
                          "}\n";
static const char two[] = "/* another */\n"
                          "kernel void k(global float *to)\n"
                          "{\n"
                          "    int i = get_global_id(0);\n"
                          "    float f = 2 * i;\n"
                          "    to[i + FAULT] = f;\n" // #second
                          "}\n";

int main(void)
{
    cl_float host[COUNT];
    const char *text = two;
    begin(one);
    cl_mem a = floats(COUNT); // @a
    cl_mem b = floats(32);    // @b
    cl_program other = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    clBuildProgram(other, 1, &device, FAULT ? "-DFAULT=1" : "-DFAULT=0", NULL, NULL);
    cl_kernel first = kernel, second = clCreateKernel(other, "k", NULL);
    clReleaseProgram(other);
    set_buffer(0, a);
    run(COUNT); // @first
    kernel = second;
    set_buffer(0, b);
    run(32); // @second
    get(a, host, sizeof host);
    CHECK(host[FAULT] == 0 && host[63] == 63 - FAULT);
    get(b, host, 32 * sizeof *host);
    CHECK(host[FAULT] == 0 && host[31] == 62 - 2 * FAULT);
    clReleaseKernel(second);
    kernel = first;
    return end();
}
