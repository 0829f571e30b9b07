/* What is allowed: samplers that say what lies outside, layers that they clamp, formats that the kernel asks
 * for. */
//!
//! correct only
//! checked
#include "image.h"

static const char kernels[] =
    "constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | "
    "CLK_FILTER_NEAREST;\n"
    "constant sampler_t none = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_LINEAR;\n"
    "float any(read_only image2d_t image, sampler_t by, int2 at)\n"
    "{\n"
    "    return read_imagef(image, by, at).x;\n"
    "}\n"
    "kernel void k(read_only image2d_t image, read_only image2d_array_t layers, read_only image2d_t bytes,\n"
    "              sampler_t by, global float *out)\n"
    "{\n"
    "    const sampler_t repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;\n"
    "    const sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | "
    "CLK_FILTER_LINEAR;\n"
    "    float sum = any(image, edge, (int2)(-5, 100)) + any(image, by, (int2)(-5, 100));\n"
    "    sum += read_imagef(image, repeat, (float2)(-2.25f, 7.5f)).x;\n"
    "    sum += read_imagef(image, mirror, (float2)(-2.25f, 7.5f)).x;\n"
    "    sum += read_imagef(image, none, (float2)(0.0f, 3.999f)).x;\n"
    "    sum += read_imagef(layers, none, (float4)(0.5f, 0.5f, 77.0f, 0)).x;\n"
    "    sum += read_imagef(layers, edge, (int4)(0, 0, -3, 0)).x;\n"
    "    if (get_image_channel_data_type(bytes) == CLK_UNSIGNED_INT8)\n"
    "        sum += read_imageui(bytes, edge, (int2)(0)).x;\n"
    "    else\n"
    "        sum += read_imagef(bytes, edge, (int2)(0)).x;\n"
    "    out[get_global_id(0)] = sum;\n"
    "}\n";

int main(void)
{
    cl_int error;
    begin(kernels);
    cl_mem image = image2(16, 4), layers = image_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_FLOAT, 8, 4, 0, 3);
    cl_mem bytes = image_of(CL_MEM_OBJECT_IMAGE2D, CL_UNSIGNED_INT8, 4, 4, 0, 0), out = floats(4);
    cl_sampler by = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    CHECK(error == CL_SUCCESS);
    set_buffer(0, image);
    set_buffer(1, layers);
    set_buffer(2, bytes);
    CHECK(clSetKernelArg(kernel, 3, sizeof by, &by) == CL_SUCCESS);
    set_buffer(4, out);
    run(4);
    clReleaseSampler(by);
    return end();
}
