/* x and y swapped: 12 columns by 8 rows, addressed as x * width + y. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: image[at]" count=28 line=@launch created=@image memory.space=global memory.name=image memory.size=384 memory.bytes=4
//! checked
#include "bounds.h"

static const char kernels[] =
    "kernel void k(global float *image, int width)\n"
    "{\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    int at = FAULT ? x * width + y : y * width + x;\n"
    "    image[at] = 100 * y + x;\n" // #bad
    "}\n";

int main(void)
{
    cl_float host[96], free_space[48] = {0};
    begin(kernels);
    cl_mem image = buffer_with(memset(host, 0, sizeof host), sizeof host); // @image
    set_buffer(0, image);
    set_int(1, 12);
    run2(12, 8); // @launch
    get(image, host, sizeof host);
    CHECK(host[1] == (FAULT ? 100 : 1) && host[12] == (FAULT ? 1 : 100));
    (void)free_space;
    return end();
}
