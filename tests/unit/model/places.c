/* A library whose functions say where they are: see places.h. */
#include "places.h"

static inline __attribute__((always_inline)) uintptr_t inlined_place(place_fn *where, int *line)
{
    /* The store comes after the call, or the call would be a jump, and the address in our caller. */
    uintptr_t place = where();
    *line = __LINE__ - 1;
    return place;
}

__attribute__((visibility("default"), noinline)) uintptr_t library_place(place_fn *where, int *line)
{
    return inlined_place(where, line) + (uintptr_t)(*line == 0);
}
