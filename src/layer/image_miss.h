/*
 * image_miss.h - a kernel's access outside of an image: where it was, and why, as far as its numbers tell.
 */
#ifndef CLD_LAYER_IMAGE_MISS_H
#define CLD_LAYER_IMAGE_MISS_H

#include "layer/cause.h"
#include "layer/log_slot.h"

struct cld_image_miss {
    unsigned n;               /* coordinates, with the layer; 0: where it was is not known */
    bool is_float, has_layer; /* the last one is the layer */
    bool is_write;
    double at[3];
    uint64_t size[3]; /* of the image, in the order of the coordinates; 0: not known */
    unsigned rule;    /* of the sampler (wire/log.h): 1, 2; 0: none, or not known */
};

/* What the slot holds (wire/log.h); `size` is the caller's to fill in. */
void cld_image_miss_read(const struct cld_slot_read *slot, struct cld_image_miss *out);
/* "(12, 3)"; "": not known. */
void cld_image_coordinates(const struct cld_image_miss *m, char *out, size_t room);
/* As cld_cause_of(); of `launch` only its sizes, the work-item's id and the arguments' numbers count. */
enum cld_cause cld_image_cause(const struct cld_image_miss *m, const struct cld_miss *launch, char *why,
                               size_t why_room, char *fix, size_t fix_room);

#endif
