#include "model/idmap.h"

#include <stdlib.h>

#include "model/arena.h"

static size_t home(uint64_t id, size_t room)
{
    id *= 0x9e3779b97f4a7c15ull;
    return (size_t)(id >> 32) & (room - 1);
}

static struct cld_idmap_entry *find(const struct cld_idmap *map, uint64_t id)
{
    size_t at = home(id, map->room);
    while (map->entries[at].value && map->entries[at].id != id)
        at = (at + 1) & (map->room - 1);
    return &map->entries[at];
}

static void grow(struct cld_idmap *map)
{
    struct cld_idmap bigger = {.room = map->room ? map->room * 2 : 64, .count = map->count};
    bigger.entries = cld_xcalloc(bigger.room, sizeof(*bigger.entries));
    for (size_t i = 0; i < map->room; i++)
        if (map->entries[i].value)
            *find(&bigger, map->entries[i].id) = map->entries[i];
    free(map->entries);
    *map = bigger;
}

void *cld_idmap_get(const struct cld_idmap *map, uint64_t id)
{
    return map->room ? find(map, id)->value : NULL;
}

void **cld_idmap_at(struct cld_idmap *map, uint64_t id)
{
    if (map->count * 4 >= map->room * 3)
        grow(map);
    struct cld_idmap_entry *entry = find(map, id);
    if (!entry->value) {
        entry->id = id;
        map->count++;
    }
    return &entry->value;
}

void cld_idmap_free(struct cld_idmap *map)
{
    free(map->entries);
    *map = (struct cld_idmap){0};
}
