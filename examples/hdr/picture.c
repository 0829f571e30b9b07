#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool hdr_picture_init(hdr_picture *picture, uint32_t width, uint32_t height)
{
    *picture = (hdr_picture){0};
    const size_t pixels = (size_t)width * height;
    if (width == 0 || height == 0 || width > HDR_MAX_SIDE || height > HDR_MAX_SIDE ||
        pixels > HDR_MAX_PIXELS) {
        fprintf(
            stderr,
            "hdr: a picture of %u x %u pixels: each side must be 1 to %d, and at most %zu pixels in all.\n",
            width, height, HDR_MAX_SIDE, HDR_MAX_PIXELS);
        return false;
    }
    picture->rgbe = calloc(pixels, sizeof(*picture->rgbe));
    if (!picture->rgbe) {
        fprintf(stderr, "hdr: no memory for a picture of %u x %u pixels.\n", width, height);
        return false;
    }
    picture->width = width;
    picture->height = height;
    return true;
}

void hdr_picture_free(hdr_picture *picture)
{
    free(picture->rgbe);
    *picture = (hdr_picture){0};
}

uint32_t hdr_rgbe_word(const uint8_t bytes[4], bool wrong_order)
{
    if (wrong_order) {
        /* BUG byte-order: first byte highest, as if the file had big-endian words. Red becomes the exponent.
         */
        return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
    }
    /* Shifts, not a cast to uint32_t *: this is right on hosts of either byte order. */
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

static uint8_t mantissa(float component, float scale)
{
    const float scaled = component * scale;
    return (uint8_t)(scaled < 0 ? 0 : scaled > 255 ? 255 : scaled);
}

void hdr_rgbe_encode(float red, float green, float blue, uint8_t bytes[4])
{
    const float largest = fmaxf(red, fmaxf(green, blue));
    if (!(largest > 1e-32F)) { /* also for NaN */
        bytes[0] = bytes[1] = bytes[2] = bytes[3] = 0;
        return;
    }
    int exponent = 0;
    const float fraction = frexpf(largest, &exponent);
    const float scale = fraction * 256.0F / largest;
    bytes[0] = mantissa(red, scale);
    bytes[1] = mantissa(green, scale);
    bytes[2] = mantissa(blue, scale);
    bytes[3] = (uint8_t)(exponent + 128);
}
