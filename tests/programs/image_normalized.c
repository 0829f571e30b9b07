/* Pixels for a sampler that takes normalized coordinates. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: read_imagef" count=63 line=@launch created=@image memory.name=image evidence.cause_id=normalized-coordinates message~="from 0 to 1, and these count pixels"
//! checked
#include "image.h"

static const char kernels[] =
    "kernel void k(read_only image2d_t image, global float *out)\n"
    "{\n"
    "    const sampler_t by = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    float2 at = FAULT ? (float2)(x, y) : (float2)((x + 0.5f) / 16, (y + 0.5f) / 4);\n"
    "    out[y * 16 + x] = read_imagef(image, by, at).x;\n" // #bad
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
    CHECK(host[0] == 1 && host[1] == (FAULT ? 0 : 2) && host[63] == (FAULT ? 0 : 64));
    return end();
}
