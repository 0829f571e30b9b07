/* The global size was rounded up to whole work-groups, and the kernel has no guard. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: data[i]" count=14 line=@launch created=@data memory.space=global memory.name=data memory.size=200 memory.bytes=4 evidence.cause_id=rounded-up-size
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *data, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "#if !FAULT\n"
                              "    if (i < n)\n"
                              "#endif\n"
                              "        data[i] = 2 * i;\n" // #bad
                              "}\n";

int main(void)
{
    static cl_float host[COUNT] __attribute__((aligned(4096)));
    cl_int error;
    for (int i = 0; i < COUNT; i++)
        host[i] = (cl_float)(i + 1);
    begin(kernels);
    cl_mem data = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 200, host, &error); // @data
    set_buffer(0, keep(data));
    set_int(1, 50);
    run_groups((50 + 15) / 16 * 16, 16); // @launch
    void *p = clEnqueueMapBuffer(queue, data, CL_TRUE, CL_MAP_READ, 0, 200, 0, NULL, NULL, &error);
    for (int i = 0; i < COUNT; i++)
        CHECK(host[i] == (i < 50 ? 2 * i : i + 1));
    clEnqueueUnmapMemObject(queue, data, p, 0, NULL, NULL);
    clFinish(queue);
    return end();
}
