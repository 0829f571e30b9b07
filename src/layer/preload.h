/* preload.h - what the generated public names of the preload library need. */
#ifndef CLD_LAYER_PRELOAD_H
#define CLD_LAYER_PRELOAD_H

#define CLD_PUBLIC __attribute__((visibility("default")))

/* The wrapper for this function: the layer starts with the first. NULL: the libOpenCL below has none. */
void *cld_preload_entry(unsigned fn);

#endif
