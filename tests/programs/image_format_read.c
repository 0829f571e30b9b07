/* read_imagef() of an image of unsigned integers. */
//!
//! finding id=image-format-mismatch severity=warning call=clEnqueueNDRangeKernel kernel=k line=@launch created=@image object=image evidence.function=read_imagef evidence.channel_type=CL_UNSIGNED_INT8 evidence.source_line=4 message~="has channels of CL_UNSIGNED_INT8"
//! checked
#include "image.h"

static const char kernels[] =
    "kernel void k(read_only image2d_t image, global float4 *out)\n"
    "{\n"
    "    const sampler_t by = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
    "    out[get_global_id(0)] = read_imagef(image, by, (int2)(get_global_id(0), 0));\n"
    "}\n";

int main(void)
{
    begin(kernels);
    cl_mem image =
        image_of(CL_MEM_OBJECT_IMAGE2D, FAULT ? CL_UNSIGNED_INT8 : CL_UNORM_INT8, 8, 4, 0, 0); // @image
    cl_mem out = floats(32);
    set_buffer(0, image);
    set_buffer(1, out);
    run(8); // @launch
    return end();
}
