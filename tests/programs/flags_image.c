/* An image that was created for writing only, where the kernel reads it. */
//!
//! finding id=access-flag-violation call=clSetKernelArg line=@set arg=arg_value kernel=pick object=image created=@made message~="is read_only, and the image was created with CL_MEM_WRITE_ONLY"
#include "support.h"

static const char text[] =
    "kernel void pick(global float4 *out, read_only image2d_t in)\n"
    "{\n"
    "    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
    "    out[get_global_id(0)] = read_imagef(in, s, (int2)(get_global_id(0), 0));\n"
    "}\n";

int main(void)
{
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 32, .image_height = 16};
    const cl_mem_flags flags = FAULT ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY;
    set_up_with(text, "-cl-kernel-arg-info");
    cl_mem image = clCreateImage(context, flags, &format, &desc, NULL, NULL); // @made
    cl_kernel kernel = new_kernel("pick");
    clSetKernelArg(kernel, 1, sizeof image, &image); // @set
    clReleaseKernel(kernel);
    clReleaseMemObject(image);
    tear_down();
    return 0;
}
