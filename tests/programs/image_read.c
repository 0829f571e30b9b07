/* Without a sampler, in a loop that goes one too far; what was read is 0. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: read_imagef" count=4 line=@launch created=@image memory.name=image image.size="16 x 4" image.coordinates~="(16, " evidence.cause_id=off-by-one
//! checked
#include "image.h"

static const char kernels[] = "kernel void k(read_only image2d_t image, global float *out, int width)\n"
                              "{\n"
                              "    int y = get_global_id(0);\n"
                              "    float sum = 0;\n"
                              "    for (int x = 0; FAULT ? x <= width : x < width; x++)\n"
                              "        sum += read_imagef(image, (int2)(x, y)).x;\n" // #bad
                              "    out[y] = sum;\n"
                              "}\n";

int main(void)
{
    cl_float host[4];
    begin_with(kernels, "-cl-std=CL1.2");
    cl_mem image = image2(16, 4); // @image
    cl_mem out = floats(4);
    set_buffer(0, image);
    set_buffer(1, out);
    set_int(2, 16);
    run(4); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 16 * 17 / 2 && host[3] == 16 * 17 / 2 + 16 * 48);
    return end();
}
