/* A global size that was rounded up to multiples of 8: 12 x 5 pixels, 16 x 8 work-items. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: write_imagef" count=68 line=@launch created=@image memory.space=image memory.name=image image.size="12 x 5" image.format="CL_R, CL_FLOAT" evidence.cause_id=rounded-up-size message~="is larger than the image's"
//! checked
#include "image.h"

static const char kernels[] =
    "kernel void k(write_only image2d_t image)\n"
    "{\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    if (!FAULT && (x >= get_image_width(image) || y >= get_image_height(image)))\n"
    "        return;\n"
    "    write_imagef(image, (int2)(x, y), (float4)(100 * y + x));\n" // #bad
    "}\n";

int main(void)
{
    cl_float host[60];
    begin(kernels);
    cl_mem image = image2(12, 5); // @image
    set_buffer(0, image);
    run2(16, 8); // @launch
    get_image(image, 12, 5, host);
    for (int i = 0; i < 60; i++)
        CHECK(host[i] == 100 * (i / 12) + i % 12);
    return end();
}
