/* Two kernels that are launched at one place of the host, of which one has two images of the wrong kind. */
//!
//! finding id=image-format-mismatch kernel=k line=@launch evidence.argument=0 evidence.function=read_imagef evidence.source_line=4 count=1
//! finding id=image-format-mismatch kernel=k line=@launch evidence.argument=1 evidence.function=read_imagei evidence.source_line=5 count=1
//! finding id=image-format-mismatch kernel=second line=@launch evidence.argument=0 evidence.function=read_imagef evidence.source_line=10 count=2
//! checked
#include "image.h"

static const char kernels[] =
    "constant sampler_t by = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
    "kernel void k(read_only image2d_t a, read_only image2d_t b, global float4 *out)\n"
    "{\n"
    "    out[get_global_id(0)] = read_imagef(a, by, (int2)(get_global_id(0), 0))\n"
    "        + convert_float4(read_imagei(b, by, (int2)(get_global_id(0), 0)));\n"
    "}\n"
    "\n"
    "kernel void second(read_only image2d_t a, read_only image2d_t b, global float4 *out)\n"
    "{\n"
    "    out[get_global_id(0)] = read_imagef(a, by, (int2)(get_global_id(0), 0)) + get_image_width(b);\n"
    "}\n";

static void launch_with(cl_mem a, cl_mem b, cl_mem out)
{
    set_buffer(0, a);
    set_buffer(1, b);
    set_buffer(2, out);
    run(8); // @launch
}

int main(void)
{
    cl_int error;
    begin(kernels);
    cl_kernel first = kernel, second = clCreateKernel(program, "second", &error);
    cl_mem a = image_of(CL_MEM_OBJECT_IMAGE2D, FAULT ? CL_UNSIGNED_INT8 : CL_UNORM_INT8, 8, 4, 0, 0);
    cl_mem b = image_of(CL_MEM_OBJECT_IMAGE2D, FAULT ? CL_FLOAT : CL_SIGNED_INT8, 8, 4, 0, 0);
    cl_mem out = floats(32);
    launch_with(a, b, out);
    kernel = second;
    launch_with(a, b, out);
    launch_with(a, b, out);
    kernel = first;
    clReleaseKernel(second);
    return end();
}
