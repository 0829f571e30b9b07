#include "layer/harvest.h"

#include "layer/hang_watch.h"
#include "layer/object.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_PENDING (1u << 18) /* events held at once; beyond this commands go without timestamps */
/*
 * When to harvest: best while the program waits anyway (cld_harvest_kick), for asking and releasing events
 * takes locks of the driver and of malloc that the program's threads need too. On PoCL a harvest beside a
 * thread that enqueues costs that thread about 1 us a launch; the same harvest while it waits in clFinish
 * costs it nothing.
 */
#define PERIOD_NS 100000000 /* at the latest this long after a command was enqueued */
#define QUIET 5             /* periods without anything to do, after which the thread ends */
#define ENOUGH 64           /* commands for which it is worth waking the harvester when the program waits */

static struct {
    pthread_mutex_t busy; /* one harvest at a time. Waited for with a time limit only: see drain. */
    pthread_mutex_t wake_lock;
    pthread_cond_t wake;
    _Atomic bool kicked;
    struct cld_pending *list; /* unfinished, in the order of their coming */
    size_t count, room;
    /* Read at each enqueue: not on a cache line that a harvest writes all the time. */
    _Alignas(64) _Atomic uint32_t started;
    _Atomic bool stopped;
    _Atomic uint32_t cost_ns; /* of one event, as harvests turn out to take; 0: not known yet */
    char padding[56];
} harvest = {
    .busy = PTHREAD_MUTEX_INITIALIZER,
    .wake_lock = PTHREAD_MUTEX_INITIALIZER,
    .wake = PTHREAD_COND_INITIALIZER,
};

/* ---- the threads' rings ---------------------------------------------------------------------------- */

static uint32_t ring_used(struct cld_thread *t)
{
    return atomic_load_explicit(&t->head, memory_order_relaxed) -
           atomic_load_explicit(&t->tail, memory_order_acquire);
}

#define SHARE_DIVISOR 50 /* 2% of the program's time */
#define MOST_CREDIT_NS 200000
#define MOST_COST_NS 40000 /* the first harvest of a process takes longer: it does not count for all */

bool cld_harvest_affords(struct cld_thread *t, uint64_t now, uint32_t cost_ns)
{
    uint32_t measured = atomic_load_explicit(&harvest.cost_ns, memory_order_relaxed);
    /* On a CPU the time of a harvest is also that of whoever ran meanwhile. */
    if (cost_ns >= CLD_EVENT_COST_DEVICE && measured > cost_ns)
        cost_ns = measured;
    if (t->timing_since == 0)
        t->timing_credit = MOST_CREDIT_NS;
    else
        t->timing_credit += (now - t->timing_since) / SHARE_DIVISOR;
    t->timing_since = now;
    if (t->timing_credit > MOST_CREDIT_NS)
        t->timing_credit = MOST_CREDIT_NS;
    if (t->timing_credit < cost_ns)
        return false;
    t->timing_credit -= cost_ns;
    return true;
}

static void *harvester(void *unused);

/* Signals of the program are for the program's threads. */
static void start_thread(void)
{
    sigset_t all, before;
    pthread_t thread;
    pthread_attr_t attributes;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    bool started = pthread_create(&thread, &attributes, harvester, NULL) == 0;
    atomic_store(&harvest.started, started);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void wake_up(void)
{
    pthread_mutex_lock(&harvest.wake_lock);
    if (!harvest.started && !atomic_load(&harvest.stopped))
        start_thread();
    atomic_store(&harvest.kicked, true);
    pthread_cond_signal(&harvest.wake);
    pthread_mutex_unlock(&harvest.wake_lock);
}

/* There is no harvester, or it is about to go: see may_go(), which looks at the rings after saying so. */
static bool is_idle(void)
{
    return !atomic_fetch_or(&harvest.started, 0); /* not a load: that might come before the push */
}

bool cld_harvest_has_room(struct cld_thread *t)
{
    if (__builtin_expect(!t->ring, 0) && !(t->ring = calloc(CLD_RING, sizeof *t->ring)))
        return false;
    return ring_used(t) < CLD_RING && !atomic_load_explicit(&harvest.stopped, memory_order_relaxed);
}

bool cld_harvest_push(struct cld_thread *t, const struct cld_pending *p)
{
    if (!cld_harvest_has_room(t))
        return false;
    uint32_t head = atomic_load_explicit(&t->head, memory_order_relaxed);
    t->ring[head & (CLD_RING - 1)] = *p;
    atomic_store_explicit(&t->head, head + 1, memory_order_release);
    uint32_t used = ring_used(t);
    if (used == CLD_RING / 2 || (used == 1 && is_idle()))
        wake_up();
    return true;
}

/* ---- taking in what has finished ------------------------------------------------------------------- */

static bool append(const struct cld_pending *p)
{
    if (harvest.count == harvest.room) {
        size_t room = harvest.room ? harvest.room * 2 : 1024;
        struct cld_pending *more = room <= MOST_PENDING ? realloc(harvest.list, room * sizeof *more) : NULL;
        if (!more)
            return false;
        harvest.list = more;
        harvest.room = room;
    }
    harvest.list[harvest.count++] = *p;
    return true;
}

static void collect_rings(void)
{
    for (struct cld_thread *t = cld_thread_list(); t; t = t->next) {
        uint32_t tail = atomic_load_explicit(&t->tail, memory_order_relaxed);
        uint32_t head = atomic_load_explicit(&t->head, memory_order_acquire);
        for (; tail != head; tail++) {
            const struct cld_pending *p = &t->ring[tail & (CLD_RING - 1)];
            if (!append(p)) { /* nobody waits for these events: give up this one's timestamps */
                atomic_store(&p->queue->queue.untracked, p->seq);
                p->target->next.clReleaseEvent(p->event);
            }
        }
        atomic_store_explicit(&t->tail, tail, memory_order_release);
    }
}

static cl_int stamp(const struct cld_pending *p, cl_profiling_info what, uint64_t *out)
{
    cl_ulong value = 0;
    cl_int error = p->target->next.clGetEventProfilingInfo(p->event, what, sizeof value, &value, NULL);
    *out = value;
    return error;
}

static void write_times(struct cld_thread *t, const struct cld_pending *p, const uint64_t stamps[4],
                        uint32_t failed)
{
    if (!p->id)
        return;
    struct cld_rec_times *r = cld_rec_reserve(&cld_layer.session, t->file, sizeof *r, CLD_REC_TIMELINE);
    if (!r)
        return;
    r->id = p->id;
    r->queued = stamps[0];
    r->submit = stamps[1];
    r->start = stamps[2];
    r->end = stamps[3];
    cld_rec_commit(t->file, r, CLD_REC_TIMES, failed);
}

/* True when the command is over, well or not: the event is of no more use. */
static bool is_over(struct cld_thread *t, const struct cld_pending *p)
{
    uint64_t stamps[4] = {0};
    /* The end last comes to be known, and is asked for first: most commands need no other question. */
    if (stamp(p, CL_PROFILING_COMMAND_END, &stamps[3]) == CL_SUCCESS) {
        stamp(p, CL_PROFILING_COMMAND_QUEUED, &stamps[0]);
        stamp(p, CL_PROFILING_COMMAND_SUBMIT, &stamps[1]);
        stamp(p, CL_PROFILING_COMMAND_START, &stamps[2]);
        write_times(t, p, stamps, 0);
        return true;
    }
    cl_int status = CL_QUEUED;
    cl_int error = p->target->next.clGetEventInfo(p->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                                  &status, NULL);
    if (error != CL_SUCCESS || status < 0)
        write_times(t, p, stamps, 1);
    return error != CL_SUCCESS || status <= CL_COMPLETE;
}

#define STUCK 16

/* In-order queues finish in order: behind one unfinished command of a queue nothing needs to be asked. */
struct stuck {
    const struct cld_object *queues[STUCK];
    int count;
};

static bool is_stuck(const struct stuck *s, const struct cld_object *queue)
{
    for (int i = 0; i < s->count; i++)
        if (s->queues[i] == queue)
            return true;
    return false;
}

/*
 * An H200's driver takes 2 us for each of the questions, and 12 us to release the last reference to an event
 * while another thread enqueues, which waits for it as long. So what a harvest takes counts twice.
 */
static void learn_cost(uint64_t took_ns, size_t events)
{
    uint64_t known = atomic_load_explicit(&harvest.cost_ns, memory_order_relaxed);
    uint64_t each = events ? 2 * took_ns / events : known;
    each = each > MOST_COST_NS ? MOST_COST_NS : each;
    atomic_store_explicit(&harvest.cost_ns, (uint32_t)(known ? (7 * known + each) / 8 : each),
                          memory_order_relaxed);
}

static void one_pass(struct cld_thread *t)
{
    struct stuck stuck = {.count = 0};
    size_t kept = 0;
    collect_rings();
    uint64_t begun = cld_now();
    size_t all = harvest.count;
    for (size_t i = 0; i < harvest.count; i++) {
        struct cld_pending *p = &harvest.list[i];
        if (!is_stuck(&stuck, p->queue) && is_over(t, p)) {
            if (p->queue->queue.in_order && p->queue->serial == p->queue_serial)
                cld_queue_finished(p->queue, p->seq); /* and so has all before it, timed or not */
            p->target->next.clReleaseEvent(p->event);
            continue;
        }
        if (p->queue->queue.in_order && stuck.count < STUCK && !is_stuck(&stuck, p->queue))
            stuck.queues[stuck.count++] = p->queue;
        harvest.list[kept++] = *p;
    }
    harvest.count = kept;
    learn_cost(cld_now() - begun, all - kept);
}

static void harvest_now(void)
{
    struct cld_thread *t = cld_thread_self();
    t->harvesting = true;
    one_pass(t);
    t->harvesting = false;
}

/*
 * Releasing an event may release a whole context, and a callback of the program's may then run here and call
 * OpenCL. So whoever waits for `busy` waits a limited time only, and never from inside a harvest.
 */
static bool begin_harvest(int ms)
{
    struct timespec until;
    if (cld_thread_self()->harvesting)
        return false;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return pthread_mutex_timedlock(&harvest.busy, &until) == 0;
}

void cld_harvest_drain(int ms)
{
    if (atomic_load(&harvest.stopped) || !begin_harvest(ms))
        return;
    if (!atomic_load(&harvest.stopped))
        harvest_now();
    pthread_mutex_unlock(&harvest.busy);
}

static void wait_for_work(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PERIOD_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&harvest.wake_lock);
    while (!atomic_load(&harvest.kicked))
        if (pthread_cond_timedwait(&harvest.wake, &harvest.wake_lock, &until) == ETIMEDOUT)
            break;
    atomic_store(&harvest.kicked, false);
    pthread_mutex_unlock(&harvest.wake_lock);
}

static bool rings_empty(void)
{
    for (struct cld_thread *t = cld_thread_list(); t; t = t->next)
        if (ring_used(t))
            return false;
    return true;
}

/*
 * The thread must not outlive the program's: when main() has ended by pthread_exit(), the process ends with
 * its last thread. So it goes when there is nothing to do, and the next command starts another.
 */
static bool may_go(void)
{
    pthread_mutex_lock(&harvest.wake_lock);
    bool go = !atomic_load(&harvest.kicked);
    if (go) {
        atomic_store(&harvest.started, false);
        if (!rings_empty() || cld_hang_anyone_waits()) { /* by one who still saw us here */
            atomic_store(&harvest.started, true);
            go = false;
        }
    }
    pthread_mutex_unlock(&harvest.wake_lock);
    return go;
}

static void *harvester(void *unused)
{
    (void)unused;
    for (int quiet = 0; !atomic_load(&harvest.stopped);) {
        wait_for_work();
        size_t left = 0;
        pthread_mutex_lock(&harvest.busy);
        if (!atomic_load(&harvest.stopped)) {
            harvest_now();
            left = harvest.count;
            cld_hang_look(harvest.list, harvest.count);
        }
        pthread_mutex_unlock(&harvest.busy);
        cld_hang_tell();
        quiet = left == 0 && rings_empty() ? quiet + 1 : 0;
        if (quiet > QUIET && may_go())
            break;
    }
    return NULL;
}

void cld_harvest_kick(struct cld_thread *t)
{
    if ((t->ring && ring_used(t) >= ENOUGH) || is_idle()) /* who waits is to be watched */
        wake_up();
}

bool cld_harvest_unfinished(const struct cld_object *queue, uint64_t queue_serial, uint64_t seq)
{
    bool found = false;
    if (!begin_harvest(50))
        return true; /* could not look: assume the best of the program */
    for (size_t i = 0; i < harvest.count && !found; i++) {
        const struct cld_pending *p = &harvest.list[i];
        found = p->queue == queue && p->queue_serial == queue_serial && p->seq <= seq;
    }
    pthread_mutex_unlock(&harvest.busy);
    return found;
}

unsigned cld_harvest_holds(cl_event event)
{
    unsigned n = 0;
    if (!begin_harvest(50))
        return 1;
    for (size_t i = 0; i < harvest.count; i++)
        n += harvest.list[i].event == event;
    pthread_mutex_unlock(&harvest.busy);
    return n;
}

void cld_harvest_stop(void)
{
    cld_harvest_drain(500);
    if (begin_harvest(500)) {
        atomic_store(&harvest.stopped, true);
        pthread_mutex_unlock(&harvest.busy);
    }
}

/* A callback of the program's, made by a harvest, may fork, or wait for one who does: see begin_harvest().
 * The child needs no whole list, for it starts with none. */
static __thread bool locked_for_fork;

void cld_harvest_lock(void)
{
    locked_for_fork = begin_harvest(500);
    pthread_mutex_lock(&harvest.wake_lock);
}

void cld_harvest_unlock(void)
{
    pthread_mutex_unlock(&harvest.wake_lock);
    if (locked_for_fork)
        pthread_mutex_unlock(&harvest.busy);
}

/* The thread did not come along, and the parent's events are the parent's to release. */
void cld_harvest_forked(void)
{
    pthread_mutex_init(&harvest.busy, NULL);
    pthread_mutex_init(&harvest.wake_lock, NULL);
    pthread_cond_init(&harvest.wake, NULL);
    atomic_store(&harvest.started, false);
    atomic_store(&harvest.kicked, false);
    harvest.count = 0;
}
