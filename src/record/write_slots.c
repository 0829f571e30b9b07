/* write_slots.c - the slots of live objects. */
#include "record/write.h"
#include "record/write_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 512 /* 64 KiB */
#define MOST_SLOTS 32768
#define LEAST_SLOTS 32 /* a page */

static void chain(struct cld_session *s, struct cld_slot *slot)
{
    slot->handle = (uint64_t)(uintptr_t)s->free_slots;
    s->free_slots = slot;
}

/* Objects are never thinned out: near the limit of the session's size, less than a doubling is better than
 * none. */
static struct cld_slot *more_slots(struct cld_session *s, const char *path, uint64_t *count)
{
    struct cld_slot *slots = NULL;
    for (*count *= 2; !slots && *count > LEAST_SLOTS;) {
        *count /= 2;
        slots = cld_map_grow(path, false, CLD_OBJECTS_OFFSET + s->slots * sizeof *slots,
                             *count * sizeof *slots, s->control, cld_essential_limit(s->control));
    }
    return slots;
}

static bool grow(struct cld_session *s)
{
    char *path = NULL;
    if (asprintf(&path, "%s/objects", s->process) < 0)
        return false;
    if (!s->objects) {
        s->objects = cld_map_grow(path, true, 0, CLD_OBJECTS_OFFSET, s->control, s->control->max_bytes);
        if (s->objects) {
            s->objects->version = CLD_FORMAT_VERSION;
            s->objects->slot_size = sizeof(struct cld_slot);
            s->objects->magic = CLD_MAGIC_OBJECTS;
        }
    }
    uint64_t count = s->slots ? s->slots : FIRST_SLOTS;
    if (count > MOST_SLOTS)
        count = MOST_SLOTS;
    struct cld_slot *slots = NULL;
    if (s->objects)
        slots = more_slots(s, path, &count);
    free(path);
    if (!slots)
        return false;
    for (uint64_t i = count; i-- > 0;)
        chain(s, &slots[i]);
    s->slots += count;
    atomic_store(&s->objects->slots, s->slots);
    return true;
}

struct cld_slot *cld_slot_new(struct cld_session *s)
{
    struct cld_slot *slot = NULL;
    if (!s->process)
        return NULL;
    pthread_mutex_lock(&s->lock);
    /* When there is no room, ask the file system again now and then, not for every object. */
    if (!s->free_slots && (s->slot_failures++ & 1023) == 0 && grow(s))
        s->slot_failures = 0;
    if (s->free_slots) {
        slot = s->free_slots;
        s->free_slots = (struct cld_slot *)(uintptr_t)slot->handle;
    }
    pthread_mutex_unlock(&s->lock);
    if (slot)
        memset(slot, 0, sizeof *slot);
    else
        atomic_fetch_add_explicit(&s->control->objects_lost, 1, memory_order_relaxed);
    return slot;
}

void cld_slot_publish(struct cld_slot *slot)
{
    atomic_store_explicit(&slot->state, CLD_SLOT_LIVE, memory_order_release);
}

void cld_slot_free(struct cld_session *s, struct cld_slot *slot)
{
    if (!slot)
        return;
    atomic_store_explicit(&slot->state, CLD_SLOT_FREE, memory_order_release);
    pthread_mutex_lock(&s->lock);
    chain(s, slot);
    pthread_mutex_unlock(&s->lock);
}
