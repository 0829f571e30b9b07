/* image_size.h - how large an image is, in the order of the coordinates that kernels give. */
#ifndef CLD_LAYER_IMAGE_SIZE_H
#define CLD_LAYER_IMAGE_SIZE_H

#include "layer/object.h"

struct cld_image_size {
    uint32_t size[3]; /* width, height, depth, as many as it has, then its layers; 0: there is none */
    uint32_t n;       /* 0: not known */
    bool has_layers;  /* the last one is their number */
};

struct cld_image_size cld_image_size(const struct cld_object *image);

#endif
