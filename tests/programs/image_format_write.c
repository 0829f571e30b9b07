/* write_imageui() of signed integers, in a function. */
//!
//! finding id=image-format-mismatch severity=warning call=clEnqueueNDRangeKernel kernel=k line=@launch created=@image object=image evidence.function=write_imageui evidence.channel_type=CL_SIGNED_INT32 evidence.source_line=3 message~="argument 1"
//! checked
#include "image.h"

static const char kernels[] = "void put(write_only image2d_t to, int2 at, uint value)\n"
                              "{\n"
                              "    write_imageui(to, at, (uint4)(value));\n"
                              "}\n"
                              "kernel void k(int n, write_only image2d_t image)\n"
                              "{\n"
                              "    put(image, (int2)(get_global_id(0), 0), n);\n"
                              "}\n";

int main(void)
{
    begin(kernels);
    cl_mem image =
        image_of(CL_MEM_OBJECT_IMAGE2D, FAULT ? CL_SIGNED_INT32 : CL_UNSIGNED_INT32, 8, 4, 0, 0); // @image
    set_int(0, 5);
    set_buffer(1, image);
    run(8); // @launch
    return end();
}
