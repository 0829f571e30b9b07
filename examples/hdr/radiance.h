/* Reading Radiance pictures (.hdr, .pic). */
#ifndef HDR_RADIANCE_H
#define HDR_RADIANCE_H

#include "picture.h"

/* Reads the file at `path`. Returns false, with a message on stderr, if it can't be read, is no Radiance RGBE
 * picture, or is damaged. `wrong_order` plants the bug byte-order. The caller frees `picture` with
 * hdr_picture_free(). */
bool hdr_radiance_read(const char *path, bool wrong_order, hdr_picture *picture);

#endif
