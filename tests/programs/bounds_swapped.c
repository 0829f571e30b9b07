/* x and y swapped: 12 columns by 8 rows, addressed as x * width + y. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: image[at]" count=32 line=@launch created=@image memory.space=global memory.name=image memory.size=384 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] = "kernel void k(global float *image, int width)\n"
                              "{\n"
                              "    int x = get_global_id(0), y = get_global_id(1);\n"
                              "    int at = FAULT ? x * width + y : y * width + x;\n"
                              "    image[at] = 100 * y + x;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[160];
    begin(kernels);
    cl_mem all = floats(160);
    cl_mem image = middle_of(all, 0, 384); // @image
    set_buffer(0, image);
    set_int(1, 12);
    run2(12, 8); // @launch
    get(all, host, sizeof host);
    CHECK(host[1] == (FAULT ? 100 : 1) && host[12] == (FAULT ? 1 : 100));
    for (int i = 96; i < 160; i++)
        CHECK(host[i] == i + 1);
    return end();
}
