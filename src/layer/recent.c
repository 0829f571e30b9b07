#include "layer/recent.h"

#include "layer/twin_kernel.h"

#include <stdlib.h>
#include <string.h>

/* Words, so that a reader who comes too soon or too late reads nonsense that it can tell, and no data race.
 */
#define WORDS (offsetof(struct cld_recent_command, stack) / 8)
#define WAIT_WORDS (sizeof(struct cld_recent_wait) * CLD_RECENT_WAITS / 8)

struct entry {
    _Atomic uint64_t seq;    /* 0: being written */
    _Atomic uint64_t answer; /* stack << 32 | timed << 8 | state */
    _Atomic uint64_t words[WORDS];
};

struct cld_recent {
    struct entry list[CLD_RECENT];
    _Atomic uint64_t waits[CLD_RECENT][WAIT_WORDS]; /* of the few that wait for others */
};
_Static_assert(offsetof(struct cld_recent_command, stack) % 8 == 0 && sizeof(struct entry) <= 128,
               "an entry is at most two cache lines");

static struct cld_recent *recent_of(const struct cld_object *queue)
{
    return atomic_load_explicit(&queue->queue.recent, memory_order_acquire);
}

static void make_entries(struct cld_object *queue)
{
    struct cld_recent *none = NULL, *all = calloc(1, sizeof *all);
    if (all && !atomic_compare_exchange_strong(&queue->queue.recent, &none, all))
        free(all);
}

/* Earlier commands of an in-order queue have finished anyway. */
static void take_waits(const struct cld_call *call, const struct cld_object *queue,
                       struct cld_recent_command *c)
{
    for (uint32_t i = 0; i < call->n_objects; i++) {
        const struct cld_object *e = call->objects[i];
        struct cld_object *q = e->parent;
        bool known = e->kind == CLD_KIND_EVENT && !e->event.user && q && q->serial == e->parent_serial &&
                     q->kind == CLD_KIND_QUEUE;
        if (e->kind != CLD_KIND_EVENT || (known && q == queue && queue->queue.in_order))
            continue;
        c->waits_for_others = true;
        if (known && c->n_waits < CLD_RECENT_WAITS)
            c->waits[c->n_waits++] = (struct cld_recent_wait){q, q->serial, e->event.seq};
        else
            c->waits_unknown = true;
    }
    c->waits_unknown |= call->n_objects == CLD_CALL_OBJECTS; /* there may be more */
    c->waits_for_others |= c->waits_unknown;
}

static void take_launch(const struct cld_call *call, struct cld_recent_command *c)
{
    const struct cld_kernel_launch *l = &call->launch;
    struct cld_object *kernel = cld_call_object(call, CLD_KIND_KERNEL);
    c->dims = l->dims;
    c->label = l->label;
    for (uint32_t i = 0; i < l->dims && i < 3; i++) {
        c->global[i] = l->global ? l->global[i] : 1;
        c->local[i] = l->local ? (uint32_t)l->local[i] : 0;
    }
    c->key = call->lane && call->lane_is_mine && call->lane->key.set ? call->lane->key.id : 0;
    if (!kernel)
        return;
    c->kernel = kernel;
    c->kernel_serial = kernel->serial;
    c->has_changes = kernel->kernel.twin != NULL;
    c->changes =
        c->has_changes ? atomic_load_explicit(&kernel->kernel.twin->changes, memory_order_relaxed) : 0;
}

static void store(_Atomic uint64_t *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t word;
        memcpy(&word, (const char *)from + 8 * i, sizeof word);
        atomic_store_explicit(&to[i], word, memory_order_relaxed);
    }
}

static void load(void *to, const _Atomic uint64_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t word = atomic_load_explicit(&from[i], memory_order_relaxed);
        memcpy((char *)to + 8 * i, &word, sizeof word);
    }
}

void cld_recent_begin(const struct cld_call *call, struct cld_object *queue)
{
    struct cld_recent_command c;
    memset(&c, 0, offsetof(struct cld_recent_command, waits));
    c.queue_serial = queue->serial;
    c.from = call->from;
    c.fn = (uint32_t)call->fn;
    c.thread = call->thread->number;
    if (__builtin_expect(!recent_of(queue), 0))
        make_entries(queue);
    struct cld_recent *recent = recent_of(queue);
    if (!recent)
        return;
    take_waits(call, queue, &c);
    if (call->launch.dims)
        take_launch(call, &c);
    struct entry *e = &recent->list[call->seq % CLD_RECENT];
    atomic_store_explicit(&e->seq, 0, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    store(e->words, &c, WORDS);
    if (c.n_waits)
        store(recent->waits[call->seq % CLD_RECENT], c.waits, WAIT_WORDS);
    atomic_store_explicit(&e->answer, CLD_RECENT_ENQUEUING, memory_order_relaxed);
    atomic_store_explicit(&e->seq, call->seq, memory_order_release);
}

/* Unless 256 other commands came meanwhile. */
void cld_recent_end(const struct cld_call *call, const struct cld_object *queue, bool ok, bool timed)
{
    struct cld_recent *recent = recent_of(queue);
    struct entry *e = recent ? &recent->list[call->seq % CLD_RECENT] : NULL;
    uint64_t state = ok ? CLD_RECENT_ENQUEUED : CLD_RECENT_REFUSED;
    if (e && atomic_load_explicit(&e->seq, memory_order_relaxed) == call->seq)
        atomic_store_explicit(&e->answer, (uint64_t)call->stack << 32 | (uint64_t)timed << 8 | state,
                              memory_order_relaxed);
}

bool cld_recent_find(const struct cld_object *queue, uint64_t queue_serial, uint64_t seq,
                     struct cld_recent_command *out)
{
    struct cld_recent *recent = queue->kind == CLD_KIND_QUEUE ? recent_of(queue) : NULL;
    const struct entry *e = recent ? &recent->list[seq % CLD_RECENT] : NULL;
    if (!e || atomic_load_explicit(&e->seq, memory_order_acquire) != seq)
        return false;
    load(out, e->words, WORDS);
    load(out->waits, recent->waits[seq % CLD_RECENT], WAIT_WORDS);
    uint64_t answer = atomic_load_explicit(&e->answer, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    out->stack = (uint32_t)(answer >> 32);
    out->timed = answer >> 8 & 1;
    out->state = (uint8_t)answer;
    return atomic_load_explicit(&e->seq, memory_order_relaxed) == seq && out->queue_serial == queue_serial;
}
