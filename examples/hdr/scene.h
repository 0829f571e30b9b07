/* A picture to work on where there is none: a square at sunset, ray traced, with more than eight powers of
 * ten between the sun and the darkest corner. */
#ifndef HDR_SCENE_H
#define HDR_SCENE_H

#include "picture.h"

/* Makes the scene at the picture's size. Returns false, with a message on stderr, if there is no memory for
 * it. `wrong_order` plants the bug byte-order. The caller frees `picture` with hdr_picture_free(). */
bool hdr_scene_make(uint32_t width, uint32_t height, bool wrong_order, hdr_picture *picture);

#endif
