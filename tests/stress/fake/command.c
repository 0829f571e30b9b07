/* command.c - queues, commands and events; the thread on which commands end and callbacks are made. */
#include "fake.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work, changed;
    struct fake_object *first, **end; /* unfinished commands */
    struct fake_callback *calls, **calls_end;
    bool started;
} worker = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .work = PTHREAD_COND_INITIALIZER,
    .changed = PTHREAD_COND_INITIALIZER,
};

static uint64_t delay(void)
{
    static _Atomic int64_t ns = -1;
    int64_t now = atomic_load_explicit(&ns, memory_order_relaxed);
    if (now < 0)
        atomic_store_explicit(&ns, now = fake_option("CLD_FAKE_DELAY_US") * 1000, memory_order_relaxed);
    return (uint64_t)now;
}

/* ---- callbacks ----------------------------------------------------------------------------------------- */

struct fake_callback *fake_callback(int form, void *function, void *handle, void *data, cl_int status)
{
    struct fake_callback *c = calloc(1, sizeof *c);
    if (c)
        *c = (struct fake_callback){NULL, form, function, handle, data, status};
    return c;
}

void fake_call_all(struct fake_callback *list)
{
    while (list) {
        struct fake_callback *c = list;
        list = c->next;
        if (c->form == FAKE_CALL_EVENT)
            ((void(CL_CALLBACK *)(cl_event, cl_int, void *))c->function)(c->handle, c->status, c->data);
        else
            ((void(CL_CALLBACK *)(void *, void *))c->function)(c->handle, c->data);
        free(c);
    }
}

/* ---- ends of commands ---------------------------------------------------------------------------------- */

static cl_int status_of(const struct fake_object *e)
{
    return atomic_load_explicit(&e->event.status, memory_order_acquire);
}

/* With the lock held. */
static bool is_ready(const struct fake_object *e, uint64_t now, bool *failed)
{
    *failed = false;
    for (uint32_t i = 0; i < e->event.n_waits; i++) {
        cl_int status = status_of(e->event.waits[i]);
        if (status > CL_COMPLETE)
            return false;
        *failed |= status < 0;
    }
    return now >= e->event.due;
}

static void let_go(struct fake_object *e)
{
    for (uint32_t i = 0; i < e->event.n_held; i++)
        fake_release(e->event.held[i]);
    for (uint32_t i = 0; i < e->event.n_waits; i++)
        fake_release(e->event.waits[i]);
    free(e->event.waits);
    e->event.waits = NULL;
    e->event.n_held = e->event.n_waits = 0;
}

/* The command's own reference goes with it. */
static void end(struct fake_object *e, cl_int status)
{
    struct fake_object *queue = e->owner;
    let_go(e);
    pthread_mutex_lock(&worker.lock);
    e->event.times[2] = e->event.times[1];
    e->event.times[3] = fake_now();
    struct fake_callback *calls = e->callbacks;
    e->callbacks = NULL;
    if (queue) { /* user events have none */
        queue->queue.unfinished--;
        queue->queue.ended++;
        if (queue->queue.last == e)
            queue->queue.last = NULL;
    }
    atomic_store_explicit(&e->event.status, status, memory_order_release);
    pthread_cond_broadcast(&worker.changed);
    pthread_cond_signal(&worker.work);
    pthread_mutex_unlock(&worker.lock);
    for (struct fake_callback *c = calls; c; c = c->next)
        c->status = c->status == CL_COMPLETE ? status : c->status;
    fake_call_all(calls);
    fake_release(e);
}

/* One reading of the clock: with two, a command that falls due in between would never be looked at again. */
static struct fake_object *take_ready(cl_int *status, uint64_t *next_due)
{
    const uint64_t now = fake_now();
    for (struct fake_object **at = &worker.first; *at; at = &(*at)->next) {
        struct fake_object *e = *at;
        bool failed;
        if (!is_ready(e, now, &failed)) {
            if (e->event.due < *next_due && e->event.due > now)
                *next_due = e->event.due;
            continue;
        }
        *at = e->next;
        if (worker.end == &e->next)
            worker.end = at;
        *status = failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE;
        return e;
    }
    return NULL;
}

static void rest(uint64_t until)
{
    if (until == UINT64_MAX) {
        pthread_cond_wait(&worker.work, &worker.lock);
        return;
    }
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    uint64_t now = fake_now(), ns = (uint64_t)t.tv_nsec + (until > now ? until - now : 0);
    t.tv_sec += (time_t)(ns / 1000000000u);
    t.tv_nsec = (long)(ns % 1000000000u);
    pthread_cond_timedwait(&worker.work, &worker.lock, &t);
}

static void *work(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&worker.lock);
    for (;;) {
        cl_int status;
        uint64_t next_due = UINT64_MAX;
        struct fake_callback *calls = worker.calls;
        worker.calls = NULL;
        struct fake_object *e = calls ? NULL : take_ready(&status, &next_due);
        if (!calls && !e) {
            rest(next_due);
            continue;
        }
        pthread_mutex_unlock(&worker.lock);
        fake_call_all(calls);
        if (e)
            end(e, status);
        pthread_mutex_lock(&worker.lock);
    }
    return NULL;
}

/* With the lock held. */
static void wake(void)
{
    pthread_t thread;
    if (!worker.started && pthread_create(&thread, NULL, work, NULL) == 0) {
        pthread_detach(thread);
        worker.started = true;
    }
    pthread_cond_signal(&worker.work);
}

void fake_call_later(struct fake_callback *callback)
{
    pthread_mutex_lock(&worker.lock);
    struct fake_callback **at = &worker.calls;
    while (*at)
        at = &(*at)->next;
    *at = callback;
    wake();
    pthread_mutex_unlock(&worker.lock);
}

/* ---- enqueuing ----------------------------------------------------------------------------------------- */

void fake_command_holds(struct fake_command *c, void *object)
{
    if (object && c->n_held < FAKE_HELD)
        c->held[c->n_held++] = object;
}

static void wait_also(struct fake_object *e, struct fake_object *other)
{
    if (status_of(other) == CL_COMPLETE)
        return;
    fake_retain(other);
    e->event.waits[e->event.n_waits++] = other;
}

static struct fake_object *make_command(const struct fake_command *c)
{
    struct fake_object *e = fake_new(FAKE_EVENT, c->queue);
    e->event.type = c->type;
    e->event.profiled = (c->queue->queue.properties & CL_QUEUE_PROFILING_ENABLE) != 0;
    e->event.times[0] = e->event.times[1] = fake_now();
    e->event.due = e->event.times[0] + delay();
    atomic_store(&e->event.status, CL_QUEUED);
    for (uint32_t i = 0; i < c->n_held; i++) {
        fake_retain(c->held[i]);
        e->event.held[e->event.n_held++] = c->held[i];
    }
    e->event.waits = calloc(c->n_wait + 1, sizeof *e->event.waits);
    return e;
}

static void wait_until_over(struct fake_object *e)
{
    pthread_mutex_lock(&worker.lock);
    while (status_of(e) > CL_COMPLETE)
        pthread_cond_wait(&worker.changed, &worker.lock);
    pthread_mutex_unlock(&worker.lock);
}

cl_int fake_enqueue(const struct fake_command *c, cl_event *event)
{
    if ((c->n_wait != 0) != (c->wait != NULL))
        return CL_INVALID_EVENT_WAIT_LIST;
    struct fake_object *e = make_command(c);
    fake_retain(e); /* ours, until the end of this function, or the program's */
    pthread_mutex_lock(&worker.lock);
    for (cl_uint i = 0; i < c->n_wait; i++)
        wait_also(e, (struct fake_object *)c->wait[i]);
    bool in_order = !(c->queue->queue.properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    if (in_order && c->queue->queue.last)
        wait_also(e, c->queue->queue.last);
    c->queue->queue.unfinished++;
    c->queue->queue.last = e;
    bool at_once = e->event.n_waits == 0 && delay() == 0;
    if (!at_once) {
        if (!worker.first)
            worker.end = &worker.first;
        *worker.end = e;
        worker.end = &e->next;
        wake();
    }
    pthread_mutex_unlock(&worker.lock);
    if (at_once)
        end(e, CL_COMPLETE);
    if (c->blocking)
        wait_until_over(e);
    if (event)
        *event = (cl_event)e;
    else
        fake_release(e);
    return CL_SUCCESS;
}

/* ---- the program's calls about events ------------------------------------------------------------------ */

cl_event fake_do_clCreateUserEvent(cl_context context, cl_int *errcode_ret);
cl_event fake_do_clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
    struct fake_object *e = fake_new(FAKE_EVENT, context);
    e->event.type = CL_COMMAND_USER;
    atomic_store(&e->event.status, CL_SUBMITTED);
    if (errcode_ret)
        *errcode_ret = CL_SUCCESS;
    return (cl_event)e;
}

cl_int fake_do_clSetUserEventStatus(cl_event event, cl_int execution_status);
cl_int fake_do_clSetUserEventStatus(cl_event event, cl_int execution_status)
{
    struct fake_object *e = (struct fake_object *)event;
    if (execution_status > 0)
        return CL_INVALID_VALUE;
    if (e->owner || status_of(e) <= 0)
        return CL_INVALID_OPERATION;
    fake_retain(e); /* which end() takes */
    end(e, execution_status);
    return CL_SUCCESS;
}

cl_int fake_do_clSetEventCallback(cl_event event, cl_int type,
                                  void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *user_data);
cl_int fake_do_clSetEventCallback(cl_event event, cl_int type,
                                  void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *user_data)
{
    struct fake_object *e = (struct fake_object *)event;
    if (!notify || type < 0 || type > CL_SUBMITTED)
        return CL_INVALID_VALUE;
    struct fake_callback *c = fake_callback(FAKE_CALL_EVENT, (void *)notify, e, user_data, type);
    pthread_mutex_lock(&worker.lock);
    bool over = status_of(e) <= CL_COMPLETE;
    if (!over) {
        c->next = e->callbacks;
        e->callbacks = c;
    }
    pthread_mutex_unlock(&worker.lock);
    if (over) {
        c->status = status_of(e);
        fake_call_all(c);
    }
    return CL_SUCCESS;
}

cl_int fake_do_clWaitForEvents(cl_uint n, const cl_event *list);
cl_int fake_do_clWaitForEvents(cl_uint n, const cl_event *list)
{
    bool failed = false;
    if (!n || !list)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < n; i++) {
        wait_until_over((struct fake_object *)list[i]);
        failed |= status_of((struct fake_object *)list[i]) < 0;
    }
    return failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS;
}

cl_int fake_do_clFinish(cl_command_queue command_queue);
cl_int fake_do_clFinish(cl_command_queue command_queue)
{
    struct fake_object *q = (struct fake_object *)command_queue;
    pthread_mutex_lock(&worker.lock);
    /* Not for what others enqueue meanwhile: that may never end. */
    unsigned long enough = q->queue.ended + (unsigned long)q->queue.unfinished;
    while (q->queue.ended < enough)
        pthread_cond_wait(&worker.changed, &worker.lock);
    pthread_mutex_unlock(&worker.lock);
    return CL_SUCCESS;
}

cl_int fake_do_clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t room, void *out,
                                       size_t *size);
cl_int fake_do_clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t room, void *out,
                                       size_t *size)
{
    struct fake_object *e = (struct fake_object *)event;
    if (!e->event.profiled || status_of(e) != CL_COMPLETE)
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    if (what < CL_PROFILING_COMMAND_QUEUED || what > CL_PROFILING_COMMAND_COMPLETE ||
        (out && room < sizeof(cl_ulong)))
        return CL_INVALID_VALUE;
    cl_uint index = what - CL_PROFILING_COMMAND_QUEUED;
    if (out)
        memcpy(out, &e->event.times[index < 4 ? index : 3], sizeof(cl_ulong));
    if (size)
        *size = sizeof(cl_ulong);
    return CL_SUCCESS;
}

/* ---- fork: the child has no worker thread; its next command starts one -----------------------------------
 */

static void before_fork(void)
{
    pthread_mutex_lock(&worker.lock);
}

static void after_fork_in_parent(void)
{
    pthread_mutex_unlock(&worker.lock);
}

static void after_fork_in_child(void)
{
    pthread_mutex_init(&worker.lock, NULL);
    pthread_cond_init(&worker.work, NULL);
    pthread_cond_init(&worker.changed, NULL);
    worker.started = false;
    if (worker.first || worker.calls)
        wake();
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
