/* Memory of the program's own has no band: what lies behind it is the program's. Coverage says so. */
//! correct only
//! options --kernels ''
//! noted argument 0 (`int* out`) has no guard band: it lies in the program's own memory (CL_MEM_USE_HOST_PTR)
#include "guard.h"

static _Alignas(4096) cl_int host[1024 + 16];

int main(void)
{
    cl_int error;
    begin(poke);
    cl_mem out = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4096, host, &error);
    CHECK(error == CL_SUCCESS);
    keep(out);
    set_poke(kernel, out, 1023, 1);
    run(1);
    cl_int *mapped = clEnqueueMapBuffer(queue, out, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, &error);
    CHECK(mapped == host && host[1023] == 1 && host[1024] == 0);
    CHECK(clEnqueueUnmapMemObject(queue, out, mapped, 0, NULL, NULL) == CL_SUCCESS);
    return end();
}
