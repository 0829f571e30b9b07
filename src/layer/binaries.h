/*
 * binaries.h - binaries that programs keep, and what they were made from.
 *
 * pyopencl, OpenCV, hashcat and others ask for a program's binary, store it, and give it back in their next
 * run. The binary's hash then leads to the recipe; found in this process, or in the cache on disk.
 */
#ifndef CLD_LAYER_BINARIES_H
#define CLD_LAYER_BINARIES_H

#include "layer/recipe.h"

void cld_binary_remember(const void *binary, size_t size, struct cld_recipe *recipe);
/* One reference; NULL: not recognised. */
struct cld_recipe *cld_binary_recognise(const void *binary, size_t size);

/* For fork(): see layer.c. */
void cld_binaries_lock(void);
void cld_binaries_unlock(void);

#endif
