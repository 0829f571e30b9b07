/* One element too many, by a kernel that is not to be checked. */
//!
//! finding id=guard-corrupted severity=error kernel=k call=clEnqueueNDRangeKernel line=@launch object=buffer created=@buffer count=1 evidence.size=256 evidence.damage_first=256 evidence.damage_last=259 evidence.damage_bytes=4 evidence.damage_hex="01 00 00 00" evidence.damage_values=1 evidence.launches=1 message~="kernel `k` had it as argument 0 (`out`), in one launch"
//! options --kernels ''
#include "guard.h"

static const char kernels[] = "kernel void k(global int *out)\n"
                              "{\n"
                              "    out[get_global_id(0) + FAULT] = 1;\n"
                              "}\n";

int main(void)
{
    begin(kernels);
    cl_mem out = clCreateBuffer(context, 0, COUNT * sizeof(cl_int), NULL, NULL); // @buffer
    keep(out);
    set_buffer(0, out);
    run(COUNT); // @launch
    run(COUNT - 1);
    return end();
}
