/* A pointer that is stored in shared virtual memory: where it leads to is another allocation. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: row->data[i + FAULT]" count=1 line=@launch created=@data memory.space=global memory.size=256 memory.offset=256 memory.bytes=4 work_item.global=[63,0,0]
//! checked
#include "bounds.h"

static const char kernels[] = "typedef struct { global const float *data; long size; } row_t;\n"
                              "kernel void k(global float *out, global const row_t *row)\n"
                              "{\n"
                              "    int i = get_global_id(0);\n"
                              "    if (i < row->size)\n"
                              "        out[i] = row->data[i + FAULT];\n" // #bad
                              "}\n";

int main(void)
{
    struct {
        float *data;
        cl_long size;
    } row = {NULL, COUNT};
    cl_float host[COUNT];
    for (int i = 0; i < COUNT; i++)
        host[i] = (cl_float)i;
    begin_with(kernels, "-cl-std=CL3.0");
    cl_mem out = floats(COUNT);
    void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof row, 0);
    row.data = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof host, 0); // @data
    clEnqueueSVMMemcpy(queue, CL_TRUE, shared, &row, sizeof row, 0, NULL, NULL);
    clEnqueueSVMMemcpy(queue, CL_TRUE, row.data, host, sizeof host, 0, NULL, NULL);
    set_buffer(0, out);
    clSetKernelArgSVMPointer(kernel, 1, shared);
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof row.data, &row.data);
    run(COUNT); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == FAULT && host[62] == 62 + FAULT && host[63] == (FAULT ? 0 : 63));
    clSVMFree(context, row.data);
    clSVMFree(context, shared);
    return end();
}
