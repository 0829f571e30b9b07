/* rect.h - rectangles in memory, as of clEnqueueReadBufferRect: OpenCL 3.0, 5.2.2. Pure arithmetic. */
#ifndef CLD_LAYER_RECT_H
#define CLD_LAYER_RECT_H

#include <stddef.h>
#include <stdint.h>

/* Bytes from one row, or slice, to the next; 0: one follows the other. */
struct cld_pitches {
    size_t row, slice;
};

/* With the zeros filled in. */
struct cld_pitches cld_rect_pitches(const size_t region[3], struct cld_pitches given);

/*
 * The offset behind the last byte that the rectangle touches: origin[0], region[0] count bytes, the others
 * rows and slices. 0: the region is empty; UINT64_MAX: that much or more.
 */
uint64_t cld_rect_end(const size_t origin[3], const size_t region[3], struct cld_pitches given);

#endif
