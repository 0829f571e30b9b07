#include "layer/recent.h"

#include "layer/twin_kernel.h"

#include <stdlib.h>
#include <string.h>

/* Words, so that a reader who comes too soon or too late reads nonsense that it can tell, and no data race.
 */
#define WORDS 31

#define BARE_WORDS ((offsetof(struct cld_recent_command, waits) + 7) / 8) /* of most, which wait for nobody  \
                                                                           */

struct cld_recent_entry {
    _Atomic uint64_t seq; /* 0: being written */
    _Atomic uint64_t words[WORDS];
};
_Static_assert(sizeof(struct cld_recent_command) <= WORDS * 8, "a command has room");
_Static_assert(sizeof(struct cld_recent_entry) == 256, "an entry is four cache lines");

static struct cld_recent_entry *entry_of(const struct cld_object *queue, uint64_t seq)
{
    struct cld_recent_entry *all = atomic_load_explicit(&queue->queue.recent, memory_order_acquire);
    return all ? &all[seq % CLD_RECENT] : NULL;
}

static void make_entries(struct cld_object *queue)
{
    struct cld_recent_entry *none = NULL, *all = aligned_alloc(64, CLD_RECENT * sizeof *all);
    if (!all)
        return;
    memset(all, 0, CLD_RECENT * sizeof *all);
    if (!atomic_compare_exchange_strong(&queue->queue.recent, &none, all))
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
        if (known && c->n_uses < CLD_RECENT_WAITS)
            c->waits[c->n_uses++] = (struct cld_recent_wait){q, q->serial, e->event.seq};
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

static void write_entry(struct cld_recent_entry *e, uint64_t seq, const struct cld_recent_command *c)
{
    uint64_t words[WORDS];
    memcpy(words, c, c->n_uses ? sizeof *c : offsetof(struct cld_recent_command, waits));
    atomic_store_explicit(&e->seq, 0, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    for (size_t i = 0; i < (c->n_uses ? WORDS : BARE_WORDS); i++)
        atomic_store_explicit(&e->words[i], words[i], memory_order_relaxed);
    atomic_store_explicit(&e->seq, seq, memory_order_release);
}

void cld_recent_begin(const struct cld_call *call, struct cld_object *queue)
{
    struct cld_recent_command c = {.queue_serial = queue->serial,
                                   .from = call->from,
                                   .fn = (uint32_t)call->fn,
                                   .thread = call->thread->number,
                                   .state = CLD_RECENT_ENQUEUING};
    take_waits(call, queue, &c);
    if (__builtin_expect(!atomic_load_explicit(&queue->queue.recent, memory_order_relaxed), 0))
        make_entries(queue);
    struct cld_recent_entry *e = entry_of(queue, call->seq);
    if (call->launch.dims)
        take_launch(call, &c);
    if (e)
        write_entry(e, call->seq, &c);
}

/* The entry is this thread's until 256 commands later. */
static bool read_entry(const struct cld_recent_entry *e, uint64_t seq, struct cld_recent_command *out)
{
    uint64_t words[WORDS];
    if (!e || atomic_load_explicit(&e->seq, memory_order_acquire) != seq)
        return false;
    for (size_t i = 0; i < WORDS; i++)
        words[i] = atomic_load_explicit(&e->words[i], memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    if (atomic_load_explicit(&e->seq, memory_order_relaxed) != seq)
        return false;
    memcpy(out, words, sizeof *out);
    return true;
}

void cld_recent_end(const struct cld_call *call, const struct cld_object *queue, bool ok, bool timed)
{
    struct cld_recent_command c;
    struct cld_recent_entry *e = entry_of(queue, call->seq);
    if (!read_entry(e, call->seq, &c))
        return;
    c.state = ok ? CLD_RECENT_ENQUEUED : CLD_RECENT_REFUSED;
    c.stack = call->stack;
    c.timed = timed;
    write_entry(e, call->seq, &c);
}

bool cld_recent_find(const struct cld_object *queue, uint64_t queue_serial, uint64_t seq,
                     struct cld_recent_command *out)
{
    return queue->kind == CLD_KIND_QUEUE && read_entry(entry_of(queue, seq), seq, out) &&
           out->queue_serial == queue_serial;
}
