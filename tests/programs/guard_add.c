/* Numbers that are added to what stands behind the end: to floats, and to doubles behind a buffer of odd
 * size. */
//!
//! finding id=guard-corrupted kernel=k created=@first evidence.size=1000
//! finding id=guard-corrupted kernel=d created=@second evidence.size=1004
//! options --kernels ''
#include "guard.h"

static const char kernels[] = "kernel void k(global float *out, int n)\n"
                              "{\n"
                              "    if (get_global_id(0) < n + 2 * FAULT)\n"
                              "        out[get_global_id(0)] += 1.0f;\n"
                              "}\n"
                              "kernel void d(global double *out, int n)\n"
                              "{\n"
                              "    if (get_global_id(0) < n + 2 * FAULT)\n"
                              "        out[get_global_id(0)] += 1.0;\n"
                              "}\n";

int main(void)
{
    const size_t items = 320;
    begin(kernels);
    set_buffer(0, keep(clCreateBuffer(context, 0, 1000, NULL, NULL))); // @first
    set_int(1, 250);
    run(items);
    clReleaseKernel(kernel);
    kernel = clCreateKernel(program, "d", NULL);
    set_buffer(0, keep(clCreateBuffer(context, 0, 1004, NULL, NULL))); // @second
    set_int(1, 125);
    run(items);
    return end();
}
