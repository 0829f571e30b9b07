#include "layer/twin_log.h"

#include "layer/site_text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BATCH 16

/* A queue of ours that is not in use. */
struct reader {
    struct reader *next;
    struct cld_object *context;
    uint64_t context_serial;
    cl_device_id device;
    cl_command_queue queue;
};

static struct {
    pthread_mutex_t lock;
    struct cld_log *all;
    struct reader *readers;
    uint32_t generation; /* forks so far */
    _Atomic bool dirty;  /* some log is */
    _Atomic int64_t credit;
    _Atomic uint64_t since;
} logs = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- logs ------------------------------------------------------------------------------------------------
 */

static cl_mem make_buffer(const struct cld_twins *t, size_t size)
{
    void *zeros = calloc(1, size);
    cl_int error;
    cl_mem made =
        zeros ? t->target->next.clCreateBuffer(t->context_handle, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                               size, zeros, &error)
              : NULL;
    free(zeros);
    if (made)
        cld_twin_count_in(t->context, t->context_serial, CLD_COUNT_BUFFER, 1);
    return made;
}

struct cld_log *cld_log_new(const struct cld_twins *t, struct cld_twin *twin)
{
    size_t n = cld_site_count(twin->text.sites, twin->text.sites_size);
    struct cld_log *log = calloc(1, sizeof *log + n * sizeof log->seen[0]);
    if (!log)
        return NULL;
    log->buffer = make_buffer(t, cld_log_bytes(n));
    if (!log->buffer) {
        free(log);
        return NULL;
    }
    atomic_store(&log->users, 2);
    log->target = t->target;
    log->context = t->context;
    log->context_serial = t->context_serial;
    log->context_handle = t->context_handle;
    log->device = twin->device;
    log->program = t->serial;
    log->n_sites = n;
    if (twin->text.sites_size && (log->sites = malloc(twin->text.sites_size))) {
        memcpy(log->sites, twin->text.sites, twin->text.sites_size);
        log->sites_size = twin->text.sites_size;
    }
    pthread_mutex_lock(&logs.lock);
    log->generation = logs.generation;
    log->next = logs.all;
    logs.all = log;
    pthread_mutex_unlock(&logs.lock);
    return log;
}

void cld_log_retain(struct cld_log *log)
{
    atomic_fetch_add(&log->users, 1);
}

void cld_log_release(struct cld_log *log)
{
    if (!log || atomic_fetch_sub(&log->users, 1) != 1)
        return;
    if (log->generation == logs.generation) {
        log->target->next.clReleaseMemObject(log->buffer);
        cld_twin_count_in(log->context, log->context_serial, CLD_COUNT_BUFFER, -1);
    }
    free(log->sites);
    free(log);
}

/* From the list, if it is there still. */
static void unlist(struct cld_log *log)
{
    pthread_mutex_lock(&logs.lock);
    struct cld_log **at = &logs.all;
    while (*at && *at != log)
        at = &(*at)->next;
    bool was_there = *at != NULL;
    if (was_there)
        *at = log->next;
    pthread_mutex_unlock(&logs.lock);
    if (was_there)
        cld_log_release(log);
}

void cld_log_launched(struct cld_log *log, struct cld_object *queue, uint64_t seq)
{
    cld_uses_mark(log->uses, &log->n_uses, queue, seq);
    atomic_store(&log->dirty, true);
    if (!atomic_load_explicit(&logs.dirty, memory_order_relaxed))
        atomic_store(&logs.dirty, true);
}

/* As far as is known: it may have ended all the same. */
static bool is_running(struct cld_log *log)
{
    uint32_t n = atomic_load(&log->n_uses);
    if (n > CLD_USES)
        return true;
    for (uint32_t i = 0; i < n; i++)
        if (cld_use_running(&log->uses[i]))
            return true;
    return false;
}

/* ---- queues of ours --------------------------------------------------------------------------------------
 */

static bool is_held(const struct cld_object *o, uint64_t serial)
{
    return atomic_load(&o->serial) == serial && atomic_load(&o->refs) > 0;
}

static cl_command_queue make_queue(const struct cld_log *log)
{
    const cl_icd_dispatch *next = &log->target->next;
    cl_int error;
    cl_command_queue q =
        next->clCreateCommandQueue
            ? next->clCreateCommandQueue(log->context_handle, log->device, 0, &error)
            : next->clCreateCommandQueueWithProperties(log->context_handle, log->device, NULL, &error);
    if (q)
        cld_twin_count_in(log->context, log->context_serial, CLD_COUNT_QUEUE, 1);
    return q;
}

static void release_queue(struct cld_target *target, struct cld_object *context, uint64_t serial,
                          cl_command_queue queue)
{
    target->next.clReleaseCommandQueue(queue);
    cld_twin_count_in(context, serial, CLD_COUNT_QUEUE, -1);
}

static cl_command_queue take_queue(const struct cld_log *log)
{
    struct reader *found = NULL;
    pthread_mutex_lock(&logs.lock);
    for (struct reader **at = &logs.readers; *at && !found; at = &(*at)->next)
        if ((*at)->context == log->context && (*at)->context_serial == log->context_serial &&
            (*at)->device == log->device) {
            found = *at;
            *at = found->next;
            break;
        }
    pthread_mutex_unlock(&logs.lock);
    if (!found)
        return make_queue(log);
    cl_command_queue queue = found->queue;
    free(found);
    return queue;
}

/* Kept for the next time while the program holds the context; a sub-device would be seen to have one more
 * reference. */
static void put_queue(const struct cld_log *log, cl_command_queue queue)
{
    const struct cld_object *device = cld_object_find(log->device);
    struct reader *r = device && device->device.root ? malloc(sizeof *r) : NULL;
    if (r) {
        *r = (struct reader){NULL, log->context, log->context_serial, log->device, queue};
        pthread_mutex_lock(&logs.lock);
        if (is_held(log->context, log->context_serial)) {
            r->next = logs.readers;
            logs.readers = r;
            queue = NULL;
        }
        pthread_mutex_unlock(&logs.lock);
    }
    if (!queue)
        return;
    free(r);
    release_queue(log->target, log->context, log->context_serial, queue);
}

/* ---- reading ---------------------------------------------------------------------------------------------
 */

static void read_slots(struct cld_log *log, cl_command_queue queue)
{
    size_t size = log->n_sites * CLD_LOG_SLOT_WORDS * sizeof(uint32_t);
    uint32_t *slots = size ? malloc(size) : NULL;
    if (slots && log->target->next.clEnqueueReadBuffer(queue, log->buffer, CL_TRUE, cld_log_bytes(0), size,
                                                       slots, 0, NULL, NULL) == CL_SUCCESS)
        for (uint32_t i = 0; i < log->n_sites; i++) {
            const uint32_t *slot = slots + (size_t)i * CLD_LOG_SLOT_WORDS;
            if (slot[CLD_LOG_PUBLISHED] && (slot[CLD_LOG_WORK_ITEMS] != log->seen[i].work_items ||
                                            slot[CLD_LOG_ACCESSES] != log->seen[i].accesses))
                cld_log_found(log, i + 1, slot);
        }
    free(slots);
}

/* A log whose header is being read. */
struct glance {
    struct cld_log *log;
    bool mine;    /* no other thread is at it */
    bool running; /* launches may be. Asked before: what ends later is read the next time */
    bool wanted;  /* something was launched into it since it was read */
    bool read;    /* and not taken in yet */
    bool missed;  /* the device did not come to it */
    uint32_t header[CLD_LOG_HEADER_WORDS];
};

static void begin_glance(struct glance *g, struct cld_log *log)
{
    *g = (struct glance){.log = log, .mine = !atomic_exchange(&log->busy, true)};
    if (!g->mine)
        return;
    g->running = is_running(log);
    g->wanted = atomic_exchange(&log->dirty, false) && cld_layer.options.twins_tell;
}

/* True: read, or there was nothing to be read. False: another thread is at it, or launches may be running. */
static bool end_glance(struct glance *g)
{
    if (!g->mine)
        return false;
    if (g->running || g->missed)
        atomic_store(&g->log->dirty, true);
    atomic_store(&g->log->busy, false);
    return !g->running && !g->missed;
}

static void take_in(struct glance *g, cl_command_queue queue)
{
    struct cld_log *log = g->log;
    if (g->header[CLD_LOG_FAILED] != log->failed) {
        log->failed = g->header[CLD_LOG_FAILED];
        read_slots(log, queue);
    }
    if (g->header[CLD_LOG_RETURNED] != log->returned) {
        cld_log_gave_up(log, g->header[CLD_LOG_RETURNED] - log->returned);
        log->returned = g->header[CLD_LOG_RETURNED];
    }
}

static bool reads_with(const struct glance *g, const struct cld_log *log)
{
    return g->wanted && g->log->context == log->context && g->log->device == log->device &&
           g->log->context_serial == log->context_serial;
}

static cl_int read_header(struct glance *g, cl_command_queue queue, cl_bool blocking)
{
    return g->log->target->next.clEnqueueReadBuffer(queue, g->log->buffer, blocking, 0, sizeof g->header,
                                                    g->header, 0, NULL, NULL);
}

/*
 * A queue of ours waits for nobody, but a launch that does not end may have the whole device, as on PoCL. So
 * where one may be running, a small read goes ahead, and is waited for a while only: it is left behind, with
 * its memory, and asked for the next time.
 */
struct cld_log_probe {
    cl_event event;
    cl_command_queue queue;
    uint32_t word;
};

static bool is_done(const struct cld_log *log, cl_event event)
{
    cl_int status = CL_COMPLETE;
    return log->target->next.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                                            NULL) != CL_SUCCESS ||
           status <= CL_COMPLETE;
}

#define PROBE_US 20000

/* Takes the queue where it says no. */
static bool device_answers(struct cld_log *log, cl_command_queue queue)
{
    const cl_icd_dispatch *next = &log->target->next;
    struct cld_log_probe *p = calloc(1, sizeof *p);
    if (!p || next->clEnqueueReadBuffer(queue, log->buffer, CL_FALSE, 0, sizeof p->word, &p->word, 0, NULL,
                                        &p->event) != CL_SUCCESS) {
        free(p);
        return true; /* the reads will say so, too */
    }
    next->clFlush(queue);
    for (useconds_t us = 10, waited = 0; !is_done(log, p->event) && waited < PROBE_US;
         waited += us, us += us / 2)
        usleep(us);
    if (is_done(log, p->event)) {
        next->clReleaseEvent(p->event);
        free(p);
        return true;
    }
    p->queue = queue;
    log->probe = p;
    return false;
}

/* The one that was left behind has come back. */
static bool is_free_again(struct cld_log *log)
{
    struct cld_log_probe *p = log->probe;
    if (!p)
        return true;
    if (!is_done(log, p->event))
        return false;
    log->target->next.clReleaseEvent(p->event);
    put_queue(log, p->queue);
    free(p);
    log->probe = NULL;
    return true;
}

/* NULL: a launch has the device, and what it reports can't be had; or there is no queue. */
static cl_command_queue queue_for(struct glance *first, struct glance *end)
{
    struct cld_log *log = first->log;
    bool running = false, stuck = false;
    for (struct glance *g = first; g < end; g++) {
        if (!reads_with(g, log))
            continue;
        running |= g->running;
        stuck |= !is_free_again(g->log);
    }
    cl_command_queue queue = stuck ? NULL : take_queue(log);
    return queue && running && !device_answers(log, queue) ? NULL : queue;
}

/*
 * The headers of all that are of this one's context and device: one wait for them all, as the queue is in
 * order. A wait is what costs: 15 to 30 us with NVIDIA's driver.
 */
static void read_together(struct glance *first, struct glance *end)
{
    struct cld_log *log = first->log;
    struct glance *last = NULL;
    cl_command_queue queue = queue_for(first, end);
    for (struct glance *g = first; g < end; g++) {
        if (!reads_with(g, log))
            continue;
        g->wanted = false;
        g->missed = !queue;
        if (!queue)
            continue;
        if (last)
            last->read = read_header(last, queue, CL_FALSE) == CL_SUCCESS;
        last = g;
    }
    if (!queue)
        return;
    last->read = read_header(last, queue, CL_TRUE) == CL_SUCCESS;
    bool done = last->read || log->target->next.clFinish(queue) == CL_SUCCESS;
    for (struct glance *g = first; g < end && done; g++)
        if (g->read) {
            g->read = false;
            take_in(g, queue);
        }
    if (done) /* else it may write into our stack still: such a queue is lost, with its device */
        put_queue(log, queue);
}

static void read_headers(struct glance *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].wanted)
            read_together(&list[i], list + n);
}

static bool look(struct cld_log *log)
{
    struct glance g;
    begin_glance(&g, log);
    read_headers(&g, 1);
    return end_glance(&g);
}

/* ---- when ------------------------------------------------------------------------------------------------
 */

#define SHARE_DIVISOR 50        /* 2% of the program's time */
#define FIRST_CREDIT_NS 2000000 /* so that what the first launches do is told at the first waits */

/*
 * A program that waits after every tiny launch would wait for us as long as for itself. What a read costs is
 * not known before: so it is made when nothing is owed, and paid for afterwards.
 */
static bool affords(uint64_t now)
{
    uint64_t since = atomic_exchange(&logs.since, now);
    int64_t more = since ? (int64_t)(now - since) / SHARE_DIVISOR : FIRST_CREDIT_NS;
    int64_t credit = atomic_fetch_add(&logs.credit, more) + more;
    if (credit > FIRST_CREDIT_NS)
        atomic_store(&logs.credit, FIRST_CREDIT_NS);
    return credit >= 0;
}

static void pay(uint64_t ns)
{
    atomic_fetch_sub(&logs.credit, (int64_t)ns);
}

/* Some dirty logs, each with a reference; of one context, or of all. */
static size_t collect(struct cld_log *out[BATCH], const struct cld_object *context, size_t skip)
{
    size_t n = 0;
    pthread_mutex_lock(&logs.lock);
    for (struct cld_log *l = logs.all; l && n < BATCH; l = l->next)
        if (atomic_load(&l->dirty) && (!context || l->context == context)) {
            if (skip) {
                skip--;
                continue;
            }
            cld_log_retain(l);
            out[n++] = l;
        }
    pthread_mutex_unlock(&logs.lock);
    return n;
}

static bool finish(struct glance *g)
{
    bool done = end_glance(g);
    if (done && atomic_load(&g->log->closed))
        unlist(g->log);      /* lets go of the list's reference; the other is ours */
    cld_log_release(g->log); /* NOLINT(clang-analyzer-unix.Malloc) */
    return done;
}

static void read_all(const struct cld_object *context)
{
    struct cld_log *some[BATCH];
    struct glance glances[BATCH];
    size_t n, left = 0; /* those that stay on the list */
    while ((n = collect(some, context, left)) > 0) {
        for (size_t i = 0; i < n; i++)
            begin_glance(&glances[i], some[i]);
        read_headers(glances, n);
        for (size_t i = 0; i < n; i++)
            left += !finish(&glances[i]);
    }
    if (left)
        atomic_store(&logs.dirty, true);
}

static __thread bool reading; /* the driver may call the program back, and that wait for commands */

void cld_logs_read(void)
{
    if (!atomic_load_explicit(&logs.dirty, memory_order_acquire) || reading)
        return;
    uint64_t now = cld_now();
    if (!affords(now))
        return;
    reading = true;
    atomic_store(&logs.dirty, false);
    read_all(NULL);
    pay(cld_now() - now);
    reading = false;
}

void cld_log_close(struct cld_log *log)
{
    if (!log)
        return;
    atomic_store(&log->closed, true);
    bool nested = reading;
    reading = true;
    bool done = !atomic_load(&log->dirty) || look(log);
    reading = nested;
    if (done || !is_held(log->context, log->context_serial))
        unlist(log);
    cld_log_release(log);
}

static void drop_closed(const struct cld_object *context)
{
    struct cld_log *found;
    do {
        found = NULL;
        pthread_mutex_lock(&logs.lock);
        for (struct cld_log *l = logs.all; l && !found; l = l->next)
            if (l->context == context && atomic_load(&l->closed))
                cld_log_retain(found = l);
        pthread_mutex_unlock(&logs.lock);
        if (found)
            unlist(found);
        cld_log_release(found);
    } while (found);
}

static struct reader *readers_of(const struct cld_object *context)
{
    struct reader *out = NULL;
    pthread_mutex_lock(&logs.lock);
    for (struct reader **at = &logs.readers; *at;) {
        struct reader *r = *at;
        if (r->context != context) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        r->next = out;
        out = r;
    }
    pthread_mutex_unlock(&logs.lock);
    return out;
}

void cld_logs_leave(struct cld_object *context)
{
    if (!cld_twins_on() || !context || context->kind != CLD_KIND_CONTEXT)
        return;
    read_all(context);
    drop_closed(context);
    for (struct reader *r = readers_of(context), *next; r; r = next) {
        next = r->next;
        release_queue(context->target, context, r->context_serial, r->queue);
        free(r);
    }
}

void cld_logs_read_last(void)
{
    if (reading)
        return;
    reading = true;
    read_all(NULL);
    reading = false;
}

/* ---- fork ------------------------------------------------------------------------------------------------
 */

void cld_logs_lock(void)
{
    pthread_mutex_lock(&logs.lock);
}

void cld_logs_unlock(void)
{
    pthread_mutex_unlock(&logs.lock);
}

/* The parent's logs are the parent's to read and release. */
void cld_logs_forked(void)
{
    logs.all = NULL;
    logs.readers = NULL;
    logs.generation++;
    atomic_store(&logs.dirty, false);
    reading = false;
    pthread_mutex_unlock(&logs.lock);
}
