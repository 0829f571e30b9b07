/* A loop looks for a pixel that is not 0: beyond the image all it reads is 0. Each work-item is ended. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: read_imagef" count=4 line=@launch created=@image memory.name=image image.size="16 x 4"
#include "image.h"

static const char kernels[] = "kernel void k(read_only image2d_t image, global int *out)\n"
                              "{\n"
                              "    int2 at = (int2)(0, get_global_id(0));\n"
                              "    while (read_imagef(image, at).x < 5 + 100 * FAULT)\n" // #bad
                              "        at.x++;\n"
                              "    out[at.y] = at.x;\n"
                              "}\n";

int main(void)
{
    cl_int host[4];
    begin_with(kernels, "-cl-std=CL1.2");
    cl_mem image = image2(16, 4); // @image
    cl_mem out = ints(4, -1);
    set_buffer(0, image);
    set_buffer(1, out);
    run(4); // @launch
    get(out, host, sizeof host);
    CHECK(FAULT || (host[0] == 4 && host[1] == 0 && host[3] == 0));
    return end();
}
