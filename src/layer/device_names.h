/* device_names.h - the names of macros: which are asked for in any case, and which can't be. */
#ifndef CLD_LAYER_DEVICE_NAMES_H
#define CLD_LAYER_DEVICE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * No macro: whether a pointer without an address space is generic, "1" or "0". NVIDIA's compiler takes it so
 * without -cl-std, with __OPENCL_C_VERSION__ 120; a twin that was made for private pointers then fails.
 */
#define CLD_GENERIC "__cld_generic"

const char *const *cld_standard_names(size_t *n);
bool cld_is_identifier(const char *text);
/* False: keywords, `defined`, __LINE__ and the like, which a probe can't test. */
bool cld_can_be_asked(const char *name);

#endif
