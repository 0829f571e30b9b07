/* Layers of lines: 5 of 16 pixels, the last of which is followed by nothing. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: read_imagef" count=16 line=@launch created=@image memory.name=image image.size="16, 5 layers" image.coordinates~=", 5)" message~="layer is one too large: the last pixel has no neighbour"
//! checked
#include "image.h"

static const char kernels[] = "kernel void k(read_only image1d_array_t image, global float *out)\n"
                              "{\n"
                              "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
                              "    float a = read_imagef(image, at).x, b = 0;\n"
                              "    if (FAULT || at.y < 4)\n"
                              "        b = read_imagef(image, at + (int2)(0, 1)).x;\n" // #bad
                              "    out[at.y * 16 + at.x] = b - a;\n"
                              "}\n";

int main(void)
{
    cl_float host[80];
    begin_with(kernels, "-cl-std=CL1.2");
    cl_mem image = image_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_FLOAT, 16, 0, 0, 5); // @image
    cl_mem out = floats(80);
    set_buffer(0, image);
    set_buffer(1, out);
    run2(16, 5); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 16 && host[79] == -80);
    return end();
}
