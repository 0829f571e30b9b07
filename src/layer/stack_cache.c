#include "layer/stack_cache.h"

#include "layer/stack.h"

#include <stdlib.h>
#include <string.h>

#define BUCKETS 1024 /* power of two */
#define ENTRIES 1024
#define MOST_WAYS 32 /* to one call: what is looked through takes no longer than unwinding */

/* A caller's return address, and where it lay. */
struct caller {
    const void *ip;
    uintptr_t at; /* bytes above the frame of the call */
};

struct entry {
    const void *from, *frame;
    uint32_t stack;
    uint16_t next; /* in its bucket: number; 0: the last */
    uint16_t then; /* which one came after it, the last time: programs do the same again and again */
    uint16_t n;
    struct caller callers[CLD_CACHED_CALLERS];
};

struct cld_stack_cache {
    uint16_t count, last;
    uint16_t buckets[BUCKETS];  /* the first entry's number; 0: empty */
    struct entry list[ENTRIES]; /* number N is entry N - 1. Pages that are not used are not there */
};

_Static_assert(BUCKETS == 1 << (64 - 54), "the shift in bucket_of");

static uint16_t *bucket_of(struct cld_stack_cache *c, const void *from, const void *frame)
{
    uint64_t key = ((uint64_t)(uintptr_t)from * 31 + (uint64_t)(uintptr_t)frame) * 0x9e3779b97f4a7c15ull;
    return &c->buckets[key >> 54];
}

/*
 * One after the other: where a caller's return address lies is certain only when the one before is as it was.
 * With frames of changing size (alloca) something else may be read, of this stack all the same.
 */
__attribute__((no_sanitize("address", "thread"))) static bool is_same(const struct entry *e)
{
    for (uint16_t i = 0; i < e->n; i++)
        if (*(const void *const *)((const char *)e->frame + e->callers[i].at) != e->callers[i].ip)
            return false;
    return true;
}

/* The word that a frame returns by; NULL: not found. `below`, `sp`: where the callee's frame begins and ends.
 */
__attribute__((no_sanitize("address", "thread"))) static const void *const *
find_word(uintptr_t below, uintptr_t sp, const void *ip)
{
    const void *const *end = (const void *const *)sp, *const *at = (const void *const *)below;
    if (below >= sp || (below | sp) % sizeof *end)
        return NULL;
    if (end[-1] == ip) /* x86 */
        return end - 1;
    while (at < end && *at != ip)
        at++;
    return at < end ? at : NULL;
}

static void note_callers(struct entry *e, const struct cld_frames *f)
{
    e->n = 0;
    for (int i = 1; i < f->n && i <= CLD_CACHED_CALLERS; i++) {
        const void *const *at = find_word(f->sp[i - 1], f->sp[i], f->ip[i]);
        if (!at || (uintptr_t)at < (uintptr_t)e->frame)
            return;
        e->callers[e->n++] = (struct caller){f->ip[i], (uintptr_t)at - (uintptr_t)e->frame};
    }
}

/* Its number; 0: there is no room for such a stack. */
static uint16_t add(struct cld_thread *t, uint16_t *bucket, const void *from, const void *frame)
{
    struct cld_stack_cache *c = t->stacks;
    struct cld_frames frames;
    uint32_t stack = cld_stack_take_frames(t, from, &frames);
    if (!stack)
        return 0;
    if (c->count == ENTRIES)
        cld_stack_cache_clear(c);
    struct entry *e = &c->list[c->count++];
    *e = (struct entry){.from = from, .frame = frame, .stack = stack, .next = *bucket};
    note_callers(e, &frames);
    return *bucket = c->count;
}

static bool is_it(const struct entry *e, const void *from, const void *frame)
{
    return e->from == from && e->frame == frame && is_same(e);
}

/* Its number; 0: it is not there. */
static uint16_t find(struct cld_stack_cache *c, uint16_t *bucket, const void *from, const void *frame)
{
    unsigned ways = 0;
    uint16_t at = c->last ? c->list[c->last - 1].then : 0;
    if (at && is_it(&c->list[at - 1], from, frame))
        return at;
    for (at = *bucket; at; at = c->list[at - 1].next, ways++)
        if (is_it(&c->list[at - 1], from, frame))
            return at;
    if (ways >= MOST_WAYS) /* their entries are had again when all are used up */
        *bucket = 0;
    return 0;
}

uint32_t cld_stack_cached(struct cld_thread *t, const void *from, const void *frame)
{
    struct cld_stack_cache *c = t->stacks;
    if (__builtin_expect(!c, 0) && !(c = t->stacks = calloc(1, sizeof *c)))
        return 0;
    uint16_t *bucket = bucket_of(c, from, frame);
    uint16_t at = find(c, bucket, from, frame);
    if (!at && !(at = add(t, bucket, from, frame)))
        return 0;
    if (c->last)
        c->list[c->last - 1].then = at;
    c->last = at;
    return c->list[at - 1].stack;
}

void cld_stack_cache_clear(struct cld_stack_cache *cache)
{
    if (!cache)
        return;
    cache->count = cache->last = 0;
    memset(cache->buckets, 0, sizeof cache->buckets);
}
