/*
 * twin_cache.h - what was computed once is kept on disk, by the hash of what it was computed from.
 *
 * $XDG_CACHE_HOME/cldoctor/twins, or ~/.cache/cldoctor/twins. There are no errors: where there is no usable
 * folder, or an entry is damaged, nothing is found. Thread-safe; keeps no descriptor.
 */
#ifndef CLD_LAYER_TWIN_CACHE_H
#define CLD_LAYER_TWIN_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLD_TWIN_CACHE_BYTES (256ull << 20)
#define CLD_TWIN_ENTRY_BYTES (64ull << 20) /* a larger one is not kept */

struct cld_twin_key {
    uint64_t low, high;
};

struct cld_twin_key cld_twin_key(const void *data, size_t size);

/* True: *data is the caller's to free (not NULL, even of size 0). The entry counts as used now. */
bool cld_twin_cache_get(struct cld_twin_key key, void **data, size_t *size);
/* Replaces an entry. The first put of a process also trims the folder. */
void cld_twin_cache_put(struct cld_twin_key key, const void *data, size_t size);
/* Removes the entries used longest ago until at most `bytes` are left. */
void cld_twin_cache_trim(uint64_t bytes);

#endif
