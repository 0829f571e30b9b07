/* An image that is read and written; what is written has an effect that must happen all the same. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: write_imagef" count=4 line=@launch created=@image memory.name=image image.size="8 x 4" evidence.cause_id=negative-index
//! checked
#include "image.h"

static const char kernels[] =
    "kernel void k(read_write image2d_t image, global int *count)\n"
    "{\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    float4 v = read_imagef(image, (int2)(x, y));\n"
    "    write_imagef(image, (int2)(x - FAULT, y), v + (float)(atomic_inc(count) * 0 + 1));\n" // #bad
    "}\n";

int main(void)
{
    cl_float host[32];
    cl_int n;
    begin_with(kernels, "-cl-std=CL2.0");
    cl_mem image = image2(8, 4); // @image
    cl_mem count = ints(1, 0);
    set_buffer(0, image);
    set_buffer(1, count);
    run2(8, 4); // @launch
    get(count, &n, sizeof n);
    CHECK(n == 32);
    get_image(image, 8, 4, host);
    CHECK(FAULT || (host[0] == 2 && host[31] == 33));
    return end();
}
