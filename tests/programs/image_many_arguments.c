/* So many arguments that what ours would add has no room: sizes and what samplers say come in one buffer. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: read_imagef" count=1 line=@launch created=@image memory.name=image image.size="16 x 4" evidence.cause_id=off-by-one
//! checked
#include "image.h"

#define POINTERS 34

static const char kernels[] =
    "kernel void k(global const int *p0, global const int *p1, global const int *p2, global const int *p3, "
    "global const int *p4, global const int *p5, global const int *p6, global const int *p7,\n"
    "              global const int *p8, global const int *p9, global const int *p10, global const int *p11, "
    "global const int *p12, global const int *p13, global const int *p14, global const int *p15,\n"
    "              global const int *p16, global const int *p17, global const int *p18, global const int "
    "*p19, global const int *p20, global const int *p21, global const int *p22, global const int *p23,\n"
    "              global const int *p24, global const int *p25, global const int *p26, global const int "
    "*p27, global const int *p28, global const int *p29, global const int *p30, global const int *p31,\n"
    "              global const int *p32, global const int *p33,\n"
    "              sampler_t by, read_only image2d_t image, global float *out)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    out[i] = p0[i] + p33[i] + read_imagef(image, by, (int2)(i + 1, 0)).x;\n" // #bad
    "}\n";

int main(void)
{
    cl_float host[16];
    cl_int error;
    begin(kernels);
    cl_mem image = image2(16, 4); // @image
    cl_mem out = floats(16), numbers = ints(16, 1);
    cl_sampler by = clCreateSampler(context, CL_FALSE, FAULT ? CL_ADDRESS_NONE : CL_ADDRESS_CLAMP_TO_EDGE,
                                    CL_FILTER_NEAREST, &error);
    CHECK(error == CL_SUCCESS);
    for (cl_uint i = 0; i < POINTERS; i++)
        set_buffer(i, numbers);
    CHECK(clSetKernelArg(kernel, POINTERS, sizeof by, &by) == CL_SUCCESS);
    set_buffer(POINTERS + 1, image);
    set_buffer(POINTERS + 2, out);
    run(16); // @launch
    get(out, host, sizeof host);
    CHECK(host[0] == 4 && host[15] == (FAULT ? 2 : 18));
    clReleaseSampler(by);
    return end();
}
