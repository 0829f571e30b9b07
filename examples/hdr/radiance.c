/*
 * A Radiance picture is a text header, an empty line, a line with the size, and the pixels: rows of four
 * bytes a pixel, mostly with run lengths. Nothing in the file is trusted: every read is checked against what
 * is left of it.
 */
#include "radiance.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file's bytes, and how far they have been read. */
struct input {
    const char *path;
    uint8_t *bytes;
    size_t size;
    size_t at;
};

static bool complain(const struct input *in, const char *what)
{
    fprintf(stderr, "hdr: %s: %s (at byte %zu of %zu).\n", in->path, what, in->at, in->size);
    return false;
}

/* ---- the file
 * ------------------------------------------------------------------------------------------------- */

static bool load_bytes(FILE *file, struct input *in)
{
    size_t capacity = 0;
    for (;;) {
        if (in->size == capacity) {
            capacity = capacity ? 2 * capacity : 65536;
            uint8_t *grown = realloc(in->bytes, capacity);
            if (!grown)
                return complain(in, "no memory to read it");
            in->bytes = grown;
        }
        const size_t room = capacity - in->size;
        const size_t got = fread(in->bytes + in->size, 1, room, file);
        in->size += got;
        if (got < room)
            return ferror(file) ? complain(in, strerror(errno)) : true;
    }
}

static bool load(const char *path, struct input *in)
{
    *in = (struct input){.path = path};
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "hdr: %s: %s.\n", path, strerror(errno));
        return false;
    }
    const bool good = load_bytes(file, in);
    fclose(file);
    return good;
}

/* ---- the header
 * ----------------------------------------------------------------------------------------------- */

/* The next line, without its end; false at the end of the file, or if it is longer than any header's. */
static bool next_line(struct input *in, char *line, size_t size)
{
    size_t length = 0;
    while (in->at < in->size && in->bytes[in->at] != '\n') {
        if (length + 1 == size)
            return false;
        line[length++] = (char)in->bytes[in->at++];
    }
    if (in->at == in->size)
        return false;
    in->at++;
    if (length && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    return true;
}

static bool read_header(struct input *in)
{
    char line[512];
    if (!next_line(in, line, sizeof(line)) || strncmp(line, "#?", 2) != 0)
        return complain(in, "not a Radiance picture: it does not begin with #?RADIANCE");
    while (next_line(in, line, sizeof(line))) {
        if (line[0] == '\0')
            return true;
        if (strncmp(line, "FORMAT=", 7) == 0 && strcmp(line + 7, "32-bit_rle_rgbe") != 0)
            return complain(in, "only the format 32-bit_rle_rgbe can be read");
    }
    return complain(in, "the header does not end");
}

/* Rows from the top, left to right, is what nearly every program writes. */
static bool read_size(struct input *in, uint32_t *width, uint32_t *height)
{
    char line[512];
    char rest = 0;
    if (!next_line(in, line, sizeof(line)))
        return complain(in, "the size is missing");
    /* Five digits can't overflow; a sixth would be the surplus character that fails the match. */
    if (sscanf(line, "-Y %5u +X %5u%c", height, width, &rest) != 2) // NOLINT(cert-err34-c)
        return complain(in, "the size is not of the form \"-Y height +X width\"");
    return true;
}

/* ---- the pixels
 * ----------------------------------------------------------------------------------------------- */

/* One of the four components of a row: runs of equal bytes (length above 128) and stretches of different
 * ones. */
static bool read_component(struct input *in, uint8_t *row, uint32_t width, uint32_t component)
{
    uint32_t x = 0;
    while (x < width) {
        if (in->at == in->size)
            return complain(in, "the pixels end too early");
        const uint8_t code = in->bytes[in->at++];
        const bool is_run = code > 128;
        const uint32_t length = is_run ? code - 128U : code;
        const size_t needed = is_run ? 1 : length;
        if (length == 0 || length > width - x)
            return complain(in, "a run goes past the end of its row");
        if (needed > in->size - in->at)
            return complain(in, "the pixels end too early");
        for (uint32_t i = 0; i < length; i++)
            row[4 * (size_t)(x + i) + component] = in->bytes[in->at + (is_run ? 0 : i)];
        in->at += needed;
        x += length;
    }
    return true;
}

/* The old form, or no compression at all: pixels, and (1, 1, 1, n) to repeat the last one. n of several in a
 * row are the bytes of a longer count, lowest first. */
static bool read_plain_row(struct input *in, uint8_t *row, uint32_t width)
{
    unsigned shift = 0;
    for (uint32_t x = 0; x < width;) {
        if (in->size - in->at < 4)
            return complain(in, "the pixels end too early");
        const uint8_t *pixel = in->bytes + in->at;
        in->at += 4;
        if (pixel[0] != 1 || pixel[1] != 1 || pixel[2] != 1) {
            memcpy(row + 4 * (size_t)x++, pixel, 4);
            shift = 0;
            continue;
        }
        const uint32_t length = shift < 24 ? (uint32_t)pixel[3] << shift : UINT32_MAX;
        if (x == 0 || length > width - x)
            return complain(in, "a run goes past the end of its row");
        for (uint32_t i = 0; i < length; i++, x++)
            memcpy(row + 4 * (size_t)x, row + 4 * (size_t)(x - 1), 4);
        shift += 8;
    }
    return true;
}

/* Rows in the newer form begin with 2, 2 and their width. */
static bool is_component_row(const struct input *in, uint32_t width)
{
    if (width < 8 || width > 32767 || in->size - in->at < 4)
        return false;
    const uint8_t *start = in->bytes + in->at;
    return start[0] == 2 && start[1] == 2 && ((uint32_t)start[2] << 8 | start[3]) == width;
}

static bool read_row(struct input *in, uint8_t *row, uint32_t width)
{
    if (!is_component_row(in, width))
        return read_plain_row(in, row, width);
    in->at += 4;
    for (uint32_t component = 0; component < 4; component++) {
        if (!read_component(in, row, width, component))
            return false;
    }
    return true;
}

static bool read_pixels(struct input *in, bool wrong_order, hdr_picture *picture)
{
    uint8_t *row = calloc(picture->width, 4);
    if (!row)
        return complain(in, "no memory for a row");
    bool good = true;
    for (uint32_t y = 0; y < picture->height && good; y++) {
        good = read_row(in, row, picture->width);
        for (uint32_t x = 0; x < picture->width && good; x++)
            picture->rgbe[(size_t)y * picture->width + x] = hdr_rgbe_word(row + 4 * (size_t)x, wrong_order);
    }
    free(row);
    return good;
}

bool hdr_radiance_read(const char *path, bool wrong_order, hdr_picture *picture)
{
    struct input in;
    uint32_t width = 0;
    uint32_t height = 0;
    *picture = (hdr_picture){0};
    const bool good = load(path, &in) && read_header(&in) && read_size(&in, &width, &height) &&
                      hdr_picture_init(picture, width, height) && read_pixels(&in, wrong_order, picture);
    free(in.bytes);
    if (!good)
        hdr_picture_free(picture);
    return good;
}
