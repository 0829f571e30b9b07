/* The sampler has no addressing mode: that is CLK_ADDRESS_NONE, and the borders have no neighbours. */
//!
//! finding id=out-of-bounds-read kernel=k source="left: read_imagef(image, by, at - " count=4 line=@launch created=@image memory.name=image image.coordinates~="(-1, " evidence.cause_id=negative-index message~="x is -1"
//! finding id=out-of-bounds-read kernel=k source="right: read_imagef(image, by, at + " count=4 line=@launch created=@image memory.name=image image.coordinates~="(16, " evidence.cause_id=off-by-one message~="has no neighbour"
//! checked
#include "image.h"

static const char kernels[] =
    "constant sampler_t by = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST\n"
    "                        | (FAULT ? CLK_ADDRESS_NONE : CLK_ADDRESS_CLAMP_TO_EDGE);\n"
    "kernel void k(read_only image2d_t image, global float *out)\n"
    "{\n"
    "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "    float left = read_imagef(image, by, at - (int2)(1, 0)).x;\n"  // #left
    "    float right = read_imagef(image, by, at + (int2)(1, 0)).x;\n" // #right
    "    out[at.y * 16 + at.x] = right - left;\n"
    "}\n";

int main(void)
{
    cl_float host[64];
    begin(kernels);
    cl_mem image = image2(16, 4); // @image
    cl_mem out = floats(64);
    set_buffer(0, image);
    set_buffer(1, out);
    run2(16, 4); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 2 : 1) && host[1] == 2 && host[15] == (FAULT ? -15 : 1));
    return end();
}
