/* image.h - what the programs share whose kernels read or write images where there is nothing. */
#ifndef IMAGE_H
#define IMAGE_H

#include "bounds.h"

/* Of one channel of floats, 1, 2, 3, ..., unless `type` is another; 0 where there is no such dimension. */
UNUSED cl_mem image_of(cl_mem_object_type kind, cl_channel_type type, size_t width, size_t height,
                       size_t depth, size_t layers)
{
    const cl_image_format format = {type == CL_FLOAT ? CL_R : CL_RGBA, type};
    const cl_image_desc desc = {.image_type = kind,
                                .image_width = width,
                                .image_height = height,
                                .image_depth = depth,
                                .image_array_size = layers};
    cl_float data[4096];
    cl_int error;
    for (int i = 0; i < 4096; i++)
        data[i] = (cl_float)(i + 1);
    cl_mem image =
        clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &desc, data, &error);
    CHECK(error == CL_SUCCESS);
    return keep(image);
}

UNUSED cl_mem image2(size_t width, size_t height)
{
    return image_of(CL_MEM_OBJECT_IMAGE2D, CL_FLOAT, width, height, 0, 0);
}

UNUSED void get_image(cl_mem image, size_t width, size_t height, void *data)
{
    const size_t origin[3] = {0, 0, 0}, region[3] = {width, height, 1};
    CHECK(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL) == CL_SUCCESS);
}

#endif
