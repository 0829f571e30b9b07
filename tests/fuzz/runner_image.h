/* runner_image.h - images and samplers, as the descriptions of generated programs name them. */
#ifndef RUNNER_IMAGE_H
#define RUNNER_IMAGE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>

struct image_kind {
    cl_mem_object_type type;
    cl_image_format format;
    size_t size[3]; /* of arrays the last one is the number of layers; 1 where there is no such dimension */
};

/* kind: 1d, 2d, 3d, 1d_array, 2d_array; order: R, RG, RGBA; type: FLOAT, UNORM_INT8, SIGNED_INT32, ... False:
 * another name. */
bool image_kind_read(struct image_kind *out, const char *kind, const char *order, const char *type,
                     const size_t size[3]);
cl_mem image_create(cl_context context, const struct image_kind *kind, void *pixels, cl_int *error);
/* Blocking. */
cl_int image_read(cl_command_queue queue, cl_mem image, const struct image_kind *kind, void *pixels);

/* "normalized|pixels NONE|CLAMP|CLAMP_TO_EDGE|REPEAT|MIRRORED_REPEAT NEAREST|LINEAR" */
cl_sampler sampler_create(cl_context context, const char *text, cl_int *error);

#endif
