/* Three dimensions: the plane behind the last one, with a sampler of the kernel's and float coordinates. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: read_imagef" count=12 line=@launch created=@image memory.name=image image.size="4 x 3 x 5" image.coordinates~=", 5.5)"
//! checked
#include "image.h"

static const char kernels[] =
    "kernel void k(read_only image3d_t image, global float *out)\n"
    "{\n"
    "    const sampler_t by = CLK_FILTER_NEAREST | (FAULT ? CLK_ADDRESS_NONE : CLK_ADDRESS_CLAMP);\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    float sum = 0;\n"
    "    for (int z = 0; z < 5; z++)\n"
    "        sum += read_imagef(image, by, (float4)(x + 0.5f, y + 0.5f, z + 1.5f, 0)).x;\n" // #bad
    "    out[y * 4 + x] = sum;\n"
    "}\n";

int main(void)
{
    cl_float host[12];
    begin(kernels);
    cl_mem image = image_of(CL_MEM_OBJECT_IMAGE3D, CL_FLOAT, 4, 3, 5, 0); // @image
    cl_mem out = floats(12);
    set_buffer(0, image);
    set_buffer(1, out);
    run2(4, 3); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 13 + 25 + 37 + 49 && host[11] == 24 + 36 + 48 + 60);
    return end();
}
