/* places.h - finding out what address a call has. */
#ifndef CLD_TEST_PLACES_H
#define CLD_TEST_PLACES_H

#include <stdint.h>

/* Returns the address that it returns to. */
typedef uintptr_t place_fn(void);

/* Calls `where`, by way of an inlined function, and gives the line of that call. */
uintptr_t library_place(place_fn *where, int *line);

#endif
