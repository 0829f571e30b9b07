/* x and y swapped, of 12 x 8 pixels: what lies outside is not written. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: write_imagef" count=32 line=@launch created=@image memory.name=image image.size="12 x 8" evidence.cause_id=swapped-x-y message~="x and y are swapped"
//! checked
#include "image.h"

static const char kernels[] = "kernel void k(write_only image2d_t image)\n"
                              "{\n"
                              "    int x = get_global_id(0), y = get_global_id(1);\n"
                              "    int2 at = FAULT ? (int2)(y, x) : (int2)(x, y);\n"
                              "    write_imagef(image, at, (float4)(-1));\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[96];
    begin(kernels);
    cl_mem image = image2(12, 8); // @image
    set_buffer(0, image);
    run2(12, 8); // @launch
    get_image(image, 12, 8, host);
    CHECK(host[0] == -1 && host[11] == (FAULT ? 12 : -1) && host[95] == (FAULT ? 96 : -1));
    return end();
}
