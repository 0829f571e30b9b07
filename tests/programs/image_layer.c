/* The layer that is written counts from 1. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: write_imagef" count=32 line=@launch created=@image memory.name=image image.size="8 x 4, 3 layers" image.coordinates~=", 3)" evidence.cause_id=off-by-one message~="layer is one too large"
//! checked
#include "image.h"

static const char kernels[] = "kernel void k(write_only image2d_array_t image, int layer)\n"
                              "{\n"
                              "    int4 at = (int4)(get_global_id(0), get_global_id(1), layer, 99);\n"
                              "    write_imagef(image, at, (float4)(layer));\n" // #bad
                              "}\n";

int main(void)
{
    begin(kernels);
    cl_mem image = image_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_FLOAT, 8, 4, 0, 3); // @image
    set_buffer(0, image);
    for (int layer = 0; layer < 3; layer++) {
        set_int(1, layer + FAULT);
        run2(8, 4); // @launch
    }
    return end();
}
