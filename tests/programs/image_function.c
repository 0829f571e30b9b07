/* A function writes two images: one of them is too small for it. A constant of the program is the sampler. */
//!
//! finding id=out-of-bounds-write kernel=k source="bad: write_imagef" count=8 line=@launch created=@small memory.name=small image.size=8 source.function=put
//! finding id=out-of-bounds-read kernel=k source="worse: read_imagef" count=1 line=@launch created=@in memory.name=in image.size=16 source.function=neighbour evidence.cause_id=off-by-one
//! checked
#include "image.h"

static const char kernels[] =
    "const sampler_t by = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;\n"
    "float neighbour(read_only image1d_t from, sampler_t how, int i, global const float *unused)\n"
    "{\n"
    "    return read_imagef(from, how, i + 1).x;\n" // #worse
    "}\n"
    "void put(write_only image1d_t to, int i, float value)\n"
    "{\n"
    "    write_imagef(to, i, (float4)(value));\n" // #bad
    "}\n"
    "kernel void k(read_only image1d_t in, write_only image1d_t small, write_only image1d_t large,\n"
    "              global const float *unused)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    float value = FAULT || i < 15 ? neighbour(in, by, i, unused) : 0;\n"
    "    put(large, i, value);\n"
    "    if (FAULT || i < 8)\n"
    "        put(small, i, value);\n"
    "}\n";

int main(void)
{
    cl_float host[16];
    begin(kernels);
    cl_mem in = image_of(CL_MEM_OBJECT_IMAGE1D, CL_FLOAT, 16, 0, 0, 0);   // @in
    cl_mem small = image_of(CL_MEM_OBJECT_IMAGE1D, CL_FLOAT, 8, 0, 0, 0); // @small
    cl_mem large = image_of(CL_MEM_OBJECT_IMAGE1D, CL_FLOAT, 16, 0, 0, 0);
    cl_mem unused = floats(4);
    set_buffer(0, in);
    set_buffer(1, small);
    set_buffer(2, large);
    set_buffer(3, unused);
    run(16); // @launch
    get_image(large, 16, 1, host);
    CHECK(host[0] == 2 && host[14] == 16 && host[15] == 0);
    get_image(small, 8, 1, host);
    CHECK(host[0] == 2 && host[7] == 9);
    return end();
}
