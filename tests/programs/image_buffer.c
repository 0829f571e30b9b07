/* An image of a buffer: 48 pixels, and 64 work-items. */
//!
//! finding id=out-of-bounds-read kernel=k source="bad: read_imagef" count=16 line=@launch created=@image memory.name=image image.size=48 evidence.cause_id=rounded-up-size
//! checked
#include "image.h"

static const char kernels[] = "kernel void k(read_only image1d_buffer_t image, global float *out, int n)\n"
                              "{\n"
                              "    size_t i = get_global_id(0);\n"
                              "    if (FAULT || i < n)\n"
                              "        out[i] = read_imagef(image, (int)i).x;\n" // #bad
                              "}\n";

int main(void)
{
    cl_float host[64];
    cl_int error;
    begin_with(kernels, "-cl-std=CL1.2");
    cl_mem all = floats(48);
    const cl_image_format format = {CL_R, CL_FLOAT};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 48, .mem_object = all};
    cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, NULL, &error); // @image
    CHECK(error == CL_SUCCESS);
    keep(image);
    cl_mem out = floats(64);
    set_buffer(0, image);
    set_buffer(1, out);
    set_int(2, 48);
    run(64); // @launch
    get(out, host, sizeof host);
    CHECK(host[47] == 48 && host[48] == (FAULT ? 0 : 49));
    return end();
}
