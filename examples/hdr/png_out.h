/* Writing PNG files. */
#ifndef HDR_PNG_OUT_H
#define HDR_PNG_OUT_H

#include <stdbool.h>
#include <stdint.h>

/* Writes 8-bit sRGB pixels (four bytes each; the fourth is left out) to `path`. Returns false, with a message
 * on stderr, if that fails; then no
 * half-written file is left behind. */
bool hdr_png_write(const char *path, uint32_t width, uint32_t height, const uint8_t *rgba);

#endif
