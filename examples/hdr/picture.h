/* A high dynamic range picture as the pipeline takes it: one RGBE word a pixel. */
#ifndef HDR_PICTURE_H
#define HDR_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HDR_MAX_SIDE = 32768 };
#define HDR_MAX_PIXELS ((size_t)1 << 27) /* 2 GiB of float4 on the device */

/* Red, green and blue mantissas in the three low bytes, the exponent they share in the highest. */
typedef struct hdr_picture {
    uint32_t width, height;
    uint32_t *rgbe; /* width * height words, row by row from the top */
} hdr_picture;

/* Makes a picture of zeros (black). Returns false, with a message on stderr, if it is too large or has no
 * pixels. */
bool hdr_picture_init(hdr_picture *picture, uint32_t width, uint32_t height);

/* Frees the pixels. A picture of zeros is fine, too. */
void hdr_picture_free(hdr_picture *picture);

/* Four bytes, in the order that Radiance files have them, as the word that decode_rgbe expects.
 * `wrong_order` plants the bug byte-order. */
uint32_t hdr_rgbe_word(const uint8_t bytes[4], bool wrong_order);

/* The bytes of a colour. Negative components count as 0. */
void hdr_rgbe_encode(float red, float green, float blue, uint8_t bytes[4]);

#endif
