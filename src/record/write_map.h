/* write_map.h - growing files of a session and mapping them; private to src/record. */
#ifndef CLD_RECORD_WRITE_MAP_H
#define CLD_RECORD_WRITE_MAP_H

#include "record/format.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Extends `path` (made if `create`) by `size` bytes at `offset`, allocated on disk, and maps that part.
 * Counts the bytes in `control` (may be NULL). Returns NULL when there is no room: the disk is full, or
 * `limit` bytes would be passed (0: no limit).
 */
void *cld_map_grow(const char *path, bool create, size_t offset, size_t size, struct cld_control *control,
                   uint64_t limit);

/* Objects and stacks stop short of --max-size, so that a finding made late still finds room. */
static inline uint64_t cld_essential_limit(const struct cld_control *control)
{
    return control->max_bytes / 16 * 15;
}

#endif
