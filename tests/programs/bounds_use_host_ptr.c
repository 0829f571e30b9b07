/* A buffer on memory of the host: what lies beside it there stays as it was. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: out[i + 3 * FAULT]" count=3 line=@launch created=@out memory.space=global memory.name=out memory.size=256 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *out)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    out[i + 3 * FAULT] = -i;\n" // #bad
                              "}\n";

int main(void)
{
    static cl_float host[2 * COUNT] __attribute__((aligned(4096)));
    cl_int error;
    for (int i = 0; i < 2 * COUNT; i++)
        host[i] = (cl_float)(i + 1);
    begin(kernels);
    size_t size = COUNT * sizeof *host;
    cl_mem out = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, size, host, &error); // @out
    set_buffer(0, keep(out));
    run(COUNT); // @launch
    float *p = clEnqueueMapBuffer(queue, out, CL_TRUE, CL_MAP_READ, 0, size, 0, NULL, NULL, &error);
    CHECK(p == host);
    for (int i = 0; i < 2 * COUNT; i++)
        CHECK(host[i] == (i >= 3 * FAULT && i < COUNT ? -(i - 3 * FAULT) : i + 1));
    clEnqueueUnmapMemObject(queue, out, p, 0, NULL, NULL);
    clFinish(queue);
    return end();
}
