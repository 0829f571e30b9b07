/*
 * guard_image.h - reads and writes of images that are made only if a pass says so: as guard.h, for
 * read_image*() and write_image*().
 */
#ifndef CLD_INSTRUMENT_GUARD_IMAGE_H
#define CLD_INSTRUMENT_GUARD_IMAGE_H

#include "instrument/image.h"

struct cld_image_access {
    const struct cld_node *call, *image, *coordinate, *sampler; /* sampler: NULL: none */
    struct cld_image_type type;
    enum cld_use use;
    bool is_float;       /* the coordinates are */
    unsigned components; /* of the coordinates, as a vector; 1: a scalar */
    int parameter;       /* of the function: the image */
    unsigned site;
    const char *at;   /* text of the coordinates, which may be written several times */
    const char *rule; /* of the sampler (image.h); NULL: there is none */
};

/* By the name of what is called: read_imagef() and so on. */
bool cld_is_image_call(const struct cld_node *call);
/* False: no access to an image that is guarded. */
bool cld_guard_image(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);

#endif
