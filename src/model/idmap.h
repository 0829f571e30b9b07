/* idmap.h - a hash table from 64-bit numbers to pointers. Ids on disk may be anything: no array by id. */
#ifndef CLD_MODEL_IDMAP_H
#define CLD_MODEL_IDMAP_H

#include <stddef.h>
#include <stdint.h>

struct cld_idmap_entry {
    uint64_t id;
    void *value; /* NULL: free entry */
};

/* Zero-initialised: empty. */
struct cld_idmap {
    struct cld_idmap_entry *entries;
    size_t room, count;
};

void *cld_idmap_get(const struct cld_idmap *map, uint64_t id);
/* Where the value of `id` is; made, as NULL, if it is new. The caller stores something, and before the next
 * call. */
void **cld_idmap_at(struct cld_idmap *map, uint64_t id);
void cld_idmap_free(struct cld_idmap *map);

#endif
