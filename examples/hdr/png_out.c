#include "png_out.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* libpng reports errors by longjmp() to here, so nothing that it may jump over lives in this function. */
static bool encode(FILE *file, png_structp png, png_infop info, uint32_t width, uint32_t height,
                   uint8_t *const *rows)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_init_io(png, file);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_compression_level(png, 3); /* dithered pictures hardly shrink further */
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < height; y++)
        png_write_row(png, rows[y]);
    png_write_end(png, info);
    return true;
}

static bool write_file(FILE *file, uint32_t width, uint32_t height, const uint8_t *rgba)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint8_t **rows = calloc(height, sizeof(*rows));
    bool good = false;
    if (info && rows) {
        for (uint32_t y = 0; y < height; y++)
            rows[y] = (uint8_t *)rgba + 4 * (size_t)width * y; /* libpng only reads them */
        good = encode(file, png, info, width, height, rows);
    }
    free(rows);
    png_destroy_write_struct(&png, &info);
    return good;
}

/* Half a picture is of no use. But a path may also name a device or a pipe, and these stay. */
static void remove_file(const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
        remove(path);
}

bool hdr_png_write(const char *path, uint32_t width, uint32_t height, const uint8_t *rgba)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        fprintf(stderr, "hdr: %s: %s.\n", path, strerror(errno));
        return false;
    }
    const bool written = write_file(file, width, height, rgba);
    const bool closed = fclose(file) == 0; /* a full disk may show only here */
    if (written && closed)
        return true;
    fprintf(stderr, "hdr: %s: writing the picture failed: is the disk full?\n", path);
    remove_file(path);
    return false;
}
