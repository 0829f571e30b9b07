/* A sampler of the host's with CL_ADDRESS_NONE; the correct program passes one that repeats. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: read_imagef" count=16 line=@launch created=@image memory.name=image image.size="16 x 4" message~="outside of `image` (image of 16 x 4; CL_R, CL_FLOAT)"
//! checked
#include "image.h"

static const char kernels[] =
    "kernel void k(read_only image2d_t image, sampler_t by, global float *out)\n"
    "{\n"
    "    int x = get_global_id(0);\n"
    "    float a = read_imagef(image, by, (float2)(x + 0.5f, 3.5f)).x;\n"
    "    out[x] = a + read_imagef(image, by, (float2)(x + 0.5f, 4.25f)).x;\n" // #bad
    "}\n";

int main(void)
{
    cl_float host[16];
    cl_int error;
    begin(kernels);
    cl_mem image = image2(16, 4); // @image
    cl_mem out = floats(16);
    cl_sampler first = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    cl_sampler by = clCreateSampler(context, CL_FALSE, FAULT ? CL_ADDRESS_NONE : CL_ADDRESS_CLAMP_TO_EDGE,
                                    CL_FILTER_NEAREST, &error);
    CHECK(error == CL_SUCCESS);
    set_buffer(0, image);
    set_buffer(2, out);
    CHECK(clSetKernelArg(kernel, 1, sizeof first, &first) == CL_SUCCESS);
    run(16);
    get(out, host, sizeof host);
    CHECK(host[0] == 49 && host[15] == 64);
    CHECK(clSetKernelArg(kernel, 1, sizeof by, &by) == CL_SUCCESS);
    run(16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == (FAULT ? 49 : 98) && host[15] == (FAULT ? 64 : 128));
    clReleaseSampler(first);
    clReleaseSampler(by);
    return end();
}
