#include "layer/ranges.h"

#include <stdlib.h>
#include <string.h>

struct range {
    uint64_t first, behind, context;
    struct cld_finding_object object;
};

static struct {
    pthread_mutex_t lock;
    struct range *list; /* sorted by `first` */
    size_t count, room;
    _Atomic uint32_t generation;
} ranges = {.lock = PTHREAD_MUTEX_INITIALIZER};

uint32_t cld_ranges_generation(void)
{
    return atomic_load_explicit(&ranges.generation, memory_order_acquire);
}

/* The first range that begins behind `at`. */
static size_t behind(uint64_t at)
{
    size_t low = 0, high = ranges.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges.list[middle].first <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void take_out(size_t i)
{
    memmove(&ranges.list[i], &ranges.list[i + 1], (--ranges.count - i) * sizeof ranges.list[0]);
}

static bool make_room(void)
{
    if (ranges.count < ranges.room)
        return true;
    size_t room = ranges.room ? ranges.room * 2 : 64;
    struct range *more = realloc(ranges.list, room * sizeof *more);
    if (!more)
        return false;
    ranges.list = more;
    ranges.room = room;
    return true;
}

/* What lies there still was freed by a way that we do not know. */
static void drop_overlapping(uint64_t first, uint64_t end)
{
    size_t i = behind(first);
    while (i > 0 && ranges.list[i - 1].behind > first)
        take_out(--i);
    while (i < ranges.count && ranges.list[i].first < end)
        take_out(i);
}

void cld_range_add(const struct cld_object *o)
{
    struct range r = {.first = (uint64_t)(uintptr_t)o->handle, .context = o->context_serial};
    r.behind = r.first + o->bytes;
    cld_object_describe(o, &r.object);
    if (!o->bytes)
        return;
    pthread_mutex_lock(&ranges.lock);
    drop_overlapping(r.first, r.behind);
    if (make_room()) {
        size_t i = behind(r.first);
        memmove(&ranges.list[i + 1], &ranges.list[i], (ranges.count - i) * sizeof ranges.list[0]);
        ranges.list[i] = r;
        ranges.count++;
    }
    atomic_fetch_add(&ranges.generation, 1);
    pthread_mutex_unlock(&ranges.lock);
}

void cld_range_remove(const void *pointer)
{
    uint64_t first = (uint64_t)(uintptr_t)pointer;
    pthread_mutex_lock(&ranges.lock);
    size_t i = behind(first);
    if (i > 0 && ranges.list[i - 1].first == first) {
        take_out(i - 1);
        atomic_fetch_add(&ranges.generation, 1);
    }
    pthread_mutex_unlock(&ranges.lock);
}

uint64_t *cld_ranges_of(uint64_t context_serial, size_t *size)
{
    uint64_t *table = NULL, n = 0;
    pthread_mutex_lock(&ranges.lock);
    if (ranges.count)
        table = malloc((1 + 2 * ranges.count) * sizeof *table);
    for (size_t i = 0; table && i < ranges.count; i++) {
        if (ranges.list[i].context != context_serial)
            continue;
        table[1 + 2 * n] = ranges.list[i].first;
        table[2 + 2 * n++] = ranges.list[i].behind;
    }
    pthread_mutex_unlock(&ranges.lock);
    *size = n ? (1 + 2 * n) * sizeof *table : 0;
    if (n) {
        table[0] = n;
        return table;
    }
    free(table);
    return NULL;
}

bool cld_range_find(const void *pointer, struct cld_finding_object *out, uint64_t *offset)
{
    uint64_t at = (uint64_t)(uintptr_t)pointer;
    pthread_mutex_lock(&ranges.lock);
    size_t i = behind(at);
    bool found = i > 0 && at < ranges.list[i - 1].behind;
    if (found) {
        *out = ranges.list[i - 1].object;
        *offset = at - ranges.list[i - 1].first;
    }
    pthread_mutex_unlock(&ranges.lock);
    return found;
}

void cld_ranges_lock(void)
{
    pthread_mutex_lock(&ranges.lock);
}

void cld_ranges_unlock(void)
{
    pthread_mutex_unlock(&ranges.lock);
}

/* The addresses are as good in the child; the stacks are in the parent's files. */
void cld_ranges_forked(void)
{
    for (size_t i = 0; i < ranges.count; i++)
        ranges.list[i].object.born_stack = 0;
    pthread_mutex_unlock(&ranges.lock);
}
