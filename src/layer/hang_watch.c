#include "layer/hang_watch.h"

#include "layer/finding.h"
#include "layer/harvest.h"
#include "layer/recent.h"
#include "layer/twin_kernel.h"

#include <string.h>

#define PERIOD_NS 90000000 /* between two looks: the harvester also wakes when the program waits */
#define MOST 64            /* watched at once */
#define MOST_DEVICES 16
/* With --timeout: on devices where an event costs as much as a launch, one launch in so many has one. */
#define MILESTONE 16

struct watched {
    struct cld_hang hang;
    bool here;                 /* seen by this look */
    bool awaited, awaited_now; /* judged by its waiter: up to now without a break, and by this look */
    bool noticed, told;
    struct cld_rec_finding *record;
};

/* Of the harvester's thread alone. */
static struct {
    struct watched list[MOST];
    int count;
    uint64_t looked, now;
    cl_device_id tells[MOST_DEVICES]; /* devices whose events were seen to run: there, one that does not say
                                         so waits */
    int n_tells;
} watch;

/* ---- the program's threads --------------------------------------------------------------------------------
 */

bool cld_hang_needs_event(const struct cld_call *call, const struct cld_object *queue)
{
    if (!cld_layer.options.timeout_ns || !call->launch.dims)
        return false;
    return call->event || queue->queue.event_cost_ns <= CLD_EVENT_COST_CPU || call->seq % MILESTONE == 0;
}

void cld_hang_describe(const struct cld_call *call, struct cld_pending *p)
{
    bool has_key = call->launch.dims && call->lane && call->lane_is_mine && call->lane->key.set;
    p->label = call->launch.dims ? call->launch.label : 0;
    p->key = has_key ? call->lane->key.id : 0;
    p->stack = call->stack;
    p->thread = call->thread->number;
}

void cld_call_waits(struct cld_call *call, struct cld_object *queue, uint64_t seq)
{
    struct cld_wait_note *w = &call->thread->wait;
    struct cld_object *q = queue ? queue : cld_call_object(call, CLD_KIND_QUEUE);
    if (q) {
        atomic_store_explicit(&w->queue_serial, q->serial, memory_order_relaxed);
        atomic_store_explicit(&w->seq, queue ? seq : call->seq, memory_order_relaxed);
        atomic_fetch_add_explicit(&w->number, 1, memory_order_relaxed);
        atomic_store_explicit(&w->queue, q, memory_order_release);
    }
    cld_harvest_kick(call->thread);
}

bool cld_hang_anyone_waits(void)
{
    for (struct cld_thread *t = cld_thread_list(); t; t = t->next)
        if (atomic_load(&t->wait.queue))
            return true;
    return false;
}

/* ---- what is watched --------------------------------------------------------------------------------------
 */

static struct watched *find(const struct cld_object *queue, uint64_t serial, uint64_t seq)
{
    for (int i = 0; i < watch.count; i++) {
        struct cld_hang *h = &watch.list[i].hang;
        if (h->queue == queue && h->queue_serial == serial && h->seq == seq)
            return &watch.list[i];
    }
    return NULL;
}

/* NULL: it is new, and looked at the next time, or there is no room. */
static struct watched *see(struct cld_object *queue, uint64_t serial, uint64_t seq)
{
    struct watched *w = find(queue, serial, seq);
    if (w) {
        w->here = true;
        return w;
    }
    if (watch.count < MOST)
        watch.list[watch.count++] = (struct watched){.hang = {.queue = queue,
                                                              .queue_serial = serial,
                                                              .seq = seq,
                                                              .last = seq,
                                                              .count = 1,
                                                              .since = watch.now},
                                                     .here = true};
    return NULL;
}

static bool is_queue(const struct cld_object *q, uint64_t serial)
{
    return atomic_load(&q->serial) == serial && q->kind == CLD_KIND_QUEUE;
}

static bool tells(cl_device_id device)
{
    for (int i = 0; i < watch.n_tells; i++)
        if (watch.tells[i] == device)
            return true;
    return false;
}

/* ---- commands with an event -------------------------------------------------------------------------------
 */

/* What has not finished of a queue, as far as is known: commands behind `done`, up to `upto`. */
struct stretch {
    struct cld_object *queue;
    uint64_t serial, done, upto;
};

static void judge(const struct stretch *s, const struct cld_pending *list, size_t count);

/* Drivers that never say CL_RUNNING (NVIDIA's) say CL_SUBMITTED when the command has nothing to wait for but
 * the device. */
static void look_at_submitted(const struct cld_pending *p, const struct cld_pending *list, size_t count)
{
    struct cld_object *q = p->queue;
    struct stretch s = {q, p->queue_serial, q->queue.in_order ? atomic_load(&q->queue.finished) : p->seq - 1,
                        p->seq};
    if (!tells(q->queue.device))
        judge(&s, list, count);
}

static void look_at_event(const struct cld_pending *p, const struct cld_pending *list, size_t count)
{
    cl_int status = CL_QUEUED;
    struct watched *w = see(p->queue, p->queue_serial, p->seq);
    if (!w || p->target->next.clGetEventInfo(p->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                             &status, NULL) != CL_SUCCESS)
        return;
    if (status == CL_RUNNING && !w->hang.running) {
        w->hang.running = true;
        w->hang.since = watch.now;
        if (!tells(p->queue->queue.device) && watch.n_tells < MOST_DEVICES)
            watch.tells[watch.n_tells++] = p->queue->queue.device;
    }
    w->hang.label = p->label;
    w->hang.key = p->key;
    w->hang.stack = p->stack;
    w->hang.thread = p->thread;
    if (status == CL_SUBMITTED)
        look_at_submitted(p, list, count);
}

static bool is_first(const struct cld_pending *list, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (list[k].queue == list[i].queue)
            return false;
    return true;
}

/* In an in-order queue only the first can be running. */
static void look_at_events(const struct cld_pending *list, size_t count)
{
    size_t looked = 0;
    for (size_t i = 0; i < count && looked < MOST; i++) {
        const struct cld_pending *p = &list[i];
        if (!is_queue(p->queue, p->queue_serial) || (p->queue->queue.in_order && !is_first(list, i)))
            continue;
        looked++;
        if (p->label)
            look_at_event(p, list, count);
    }
}

/* ---- commands without, for whose queue a thread waits
 * ------------------------------------------------------
 */

static bool is_pending(const struct cld_recent_wait *w, const struct cld_pending *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].queue == w->queue && list[i].queue_serial == w->queue_serial && list[i].seq == w->seq)
            return true;
    return false;
}

/* Events of other queues that it waited for: in doubt they hold it up. */
static bool is_held_up(const struct cld_recent_command *c, const struct cld_pending *list, size_t count)
{
    struct cld_recent_command other;
    for (uint32_t i = 0; i < c->n_uses && i < CLD_RECENT_WAITS; i++) {
        const struct cld_recent_wait *w = &c->waits[i];
        bool finished = is_queue(w->queue, w->queue_serial) &&
                        atomic_load(&w->queue->queue.finished) >= w->seq && w->queue->queue.in_order;
        finished |= cld_recent_find(w->queue, w->queue_serial, w->seq, &other) && other.timed &&
                    other.state == CLD_RECENT_ENQUEUED && !is_pending(w, list, count);
        if (!finished)
            return true;
    }
    return c->waits_unknown;
}

/* Launches among them, from the first on. False: one of them may be held up by others, or nobody knows. */
static bool count_launches(const struct stretch *s, struct cld_hang *h, const struct cld_pending *list,
                           size_t count)
{
    struct cld_recent_command c;
    uint64_t held = atomic_load(&s->queue->queue.held);
    if (s->upto - s->done > CLD_RECENT || (held > s->done && held <= s->upto))
        return false;
    h->count = 0;
    for (uint64_t seq = s->done + 1; seq <= s->upto; seq++) {
        if (!cld_recent_find(s->queue, s->serial, seq, &c) || is_held_up(&c, list, count))
            return false;
        if (!c.dims || c.state == CLD_RECENT_REFUSED)
            continue;
        if (h->count++ == 0)
            h->seq = seq;
        h->last = seq;
        h->label = h->count == 1 || h->label == c.label ? c.label : 0;
        h->key = h->count == 1 ? c.key : 0;
        h->stack = h->count == 1 || h->stack == c.stack ? c.stack : 0;
        h->thread = c.thread;
    }
    return h->count > 0;
}

/* Another launch there is known to run, or was there before: this one may wait for it. */
static bool is_device_taken(const struct cld_object *queue, const struct cld_hang *by_other_than)
{
    for (int i = 0; i < watch.count; i++) {
        const struct watched *w = &watch.list[i];
        const struct cld_hang *h = &w->hang;
        bool same = h->queue == by_other_than->queue && h->queue_serial == by_other_than->queue_serial;
        if (!same && h->queue->queue.device == queue->queue.device &&
            ((h->running && w->here) || (w->awaited && h->since < by_other_than->since)))
            return true;
    }
    return false;
}

static void judge(const struct stretch *s, const struct cld_pending *list, size_t count)
{
    struct cld_hang h = {.count = 0, .queue = s->queue, .queue_serial = s->serial};
    if (s->done >= s->upto || !count_launches(s, &h, list, count))
        return;
    struct watched *w = see(s->queue, s->serial, h.seq);
    if (!w || w->hang.running || w->awaited_now)
        return;
    h.since = w->awaited ? w->hang.since : watch.now;
    if (is_device_taken(s->queue, &h))
        return;
    w->hang = h;
    w->awaited = true;
    w->awaited_now = true;
}

/* The first command of the queue that the harvester still has. */
static const struct cld_pending *first_of(const struct cld_pending *list, size_t count,
                                          const struct stretch *s)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].queue == s->queue && list[i].queue_serial == s->serial)
            return &list[i];
    return NULL;
}

/* What has an event is judged by that. An out-of-order queue tells nothing of what lies before a command. */
static void look_at_waits(const struct cld_pending *list, size_t count)
{
    for (struct cld_thread *t = cld_thread_list(); t; t = t->next) {
        struct cld_object *q = atomic_load_explicit(&t->wait.queue, memory_order_acquire);
        struct stretch s = {q, atomic_load(&t->wait.queue_serial), 0, atomic_load(&t->wait.seq)};
        if (!q || !is_queue(q, s.serial) || !q->queue.in_order)
            continue;
        const struct cld_pending *p = first_of(list, count, &s);
        s.done = atomic_load(&q->queue.finished);
        if (p && p->seq <= s.upto)
            s.upto = p->seq - 1;
        judge(&s, list, count);
    }
}

/* ---- threads inside the driver ----------------------------------------------------------------------------
 */

/*
 * Without a lock: the thread counts its calls itself, and may take another file meanwhile. A number that is
 * torn is another call's.
 */
__attribute__((no_sanitize("thread"))) static uint32_t peek(const struct cld_thread *t, uint64_t *number,
                                                            const void **from)
{
    const struct cld_records_header *h = *(struct cld_records_header *const volatile *)&t->header;
    uint32_t fn = h ? *(const volatile uint32_t *)&h->in_call : 0;
    *number = fn && fn <= CLD_MAX_CALLS ? *(const volatile uint64_t *)&h->calls[fn - 1] : 0;
    *from = h ? (const void *)(uintptr_t)*(const volatile uint64_t *)&h->in_call_from : NULL;
    return fn;
}

static void look_at_threads(void)
{
    const void *from;
    for (struct cld_thread *t = cld_thread_list(); t; t = t->next) {
        uint64_t number;
        uint32_t fn = peek(t, &number, &from);
        if (fn && fn == t->seen.fn && number == t->seen.number)
            continue;
        t->seen.fn = fn;
        t->seen.number = number;
        t->seen.since = watch.now;
    }
}

bool cld_hang_inside(const struct cld_thread *t, uint32_t *fn, const void **from, uint64_t *since)
{
    uint64_t number;
    uint32_t now = peek(t, &number, from);
    if (!now || now != t->seen.fn || number != t->seen.number || t->seen.since >= watch.now)
        return false;
    *fn = now - 1;
    *since = t->seen.since;
    return true;
}

/* ---- looking, and telling ---------------------------------------------------------------------------------
 */

void cld_hang_look(const struct cld_pending *list, size_t count)
{
    uint64_t now = cld_now();
    if (now - watch.looked < PERIOD_NS)
        return;
    watch.looked = watch.now = now;
    for (int i = 0; i < watch.count; i++)
        watch.list[i].here = watch.list[i].awaited_now = false;
    look_at_threads();
    look_at_events(list, count);
    look_at_waits(list, count);
    for (int i = 0; i < watch.count; i++)
        watch.list[i].awaited = watch.list[i].awaited_now;
}

/* What was told of stays until it is known to have finished: its waiter may have gone. */
static bool is_over(const struct watched *w)
{
    const struct cld_hang *h = &w->hang;
    if (w->here || !is_queue(h->queue, h->queue_serial))
        return !w->here;
    return h->running || !(w->told || w->noticed) || atomic_load(&h->queue->queue.finished) >= h->last;
}

static void tell(struct watched *w)
{
    uint64_t timeout = cld_layer.options.timeout_ns;
    w->hang.ran_ns = watch.now - w->hang.since;
    if (!w->hang.running && !w->awaited && !w->told)
        return;
    if (!w->noticed && !w->told && !timeout && w->hang.ran_ns >= CLD_HANG_NOTICE_NS) {
        w->noticed = true;
        cld_hang_notice(&w->hang);
    }
    if (timeout && !w->told && w->hang.ran_ns / w->hang.count >= timeout) {
        w->told = true;
        w->record = cld_hang_report(&w->hang);
    } else if (w->told) {
        cld_hang_ran(w->record, &w->hang, false);
    }
}

/* For `cldoctor run`, which may be asked to end the program. */
static void publish(void)
{
    uint64_t longest = 0;
    for (int i = 0; i < watch.count; i++) {
        const struct watched *w = &watch.list[i];
        if ((w->hang.running || w->awaited) && watch.now - w->hang.since > longest)
            longest = watch.now - w->hang.since;
    }
    if (cld_layer.session.control)
        atomic_store(&cld_layer.session.control->running_ms, (uint32_t)(longest / 1000000));
}

void cld_hang_tell(void)
{
    int kept = 0;
    for (int i = 0; i < watch.count; i++) {
        struct watched *w = &watch.list[i];
        if (!is_over(w)) {
            tell(w);
            watch.list[kept++] = *w;
        } else if (w->told || w->noticed) {
            cld_hang_ran(w->record, &w->hang, true);
        }
    }
    watch.count = kept;
    publish();
}

void cld_hang_forked(void)
{
    memset(&watch, 0, sizeof watch);
    for (struct cld_thread *t = cld_thread_list(); t; t = t->next) {
        atomic_store(&t->wait.queue, NULL);
        memset(&t->seen, 0, sizeof t->seen);
    }
}
