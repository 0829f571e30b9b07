/* Image and sampler go through two functions; of two images the second one is too small. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: read_imagef" count=8 line=@launch created=@second memory.name=second image.size="16 x 4" source.function=pick message~="outside of `second`"
//! checked
#include "image.h"

static const char kernels[] =
    "float pick(read_only image2d_t from, sampler_t how, float2 at)\n"
    "{\n"
    "    return read_imagef(from, how, at).x;\n" // #bad
    "}\n"
    "float both(sampler_t how, read_only image2d_t a, int n, read_only image2d_t b, float2 at)\n"
    "{\n"
    "    return pick(a, how, at) + n * pick(b, how, at);\n"
    "}\n"
    "kernel void k(read_only image2d_t first, read_only image2d_t second, global float *out, sampler_t by)\n"
    "{\n"
    "    int x = get_global_id(0);\n"
    "    out[x] = both(by, first, 100, second, (float2)(x + 0.5f, 0.5f));\n"
    "}\n";

int main(void)
{
    cl_float host[24];
    cl_int error;
    const cl_sampler_properties none[] = {CL_SAMPLER_ADDRESSING_MODE,
                                          CL_ADDRESS_NONE,
                                          CL_SAMPLER_NORMALIZED_COORDS,
                                          CL_FALSE,
                                          CL_SAMPLER_FILTER_MODE,
                                          CL_FILTER_NEAREST,
                                          0};
    const cl_sampler_properties clamped[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
    begin(kernels);
    cl_mem first = image2(24, 4);
    cl_mem second = image2(16, 4); // @second
    cl_mem out = floats(24);
    cl_sampler by = clCreateSamplerWithProperties(context, FAULT ? none : clamped, &error);
    CHECK(error == CL_SUCCESS);
    set_buffer(0, first);
    set_buffer(1, second);
    set_buffer(2, out);
    CHECK(clSetKernelArg(kernel, 3, sizeof by, &by) == CL_SUCCESS);
    run(24); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 101 && host[15] == 1616 && host[16] == 17 && host[23] == 24);
    clReleaseSampler(by);
    return end();
}
