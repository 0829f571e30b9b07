/* thread.c - what the layer keeps for each thread of the program. */
#include "layer/thread.h"

#include "layer/layer.h"
#include "layer/stack_cache.h"

#include <stdlib.h>
#include <string.h>

static struct {
    pthread_mutex_t lock;
    struct cld_thread *all, *idle;
    uint32_t count;
    pthread_key_t key;
    bool key_made;
} threads = {.lock = PTHREAD_MUTEX_INITIALIZER};

static __thread struct cld_thread *self;

/* A thread of the program ends: its record file and ring serve the next new one. */
static void thread_ended(void *value)
{
    struct cld_thread *t = value;
    t->failure = NULL;
    atomic_store_explicit(&t->header->in_call, 0, memory_order_relaxed);
    atomic_store(&t->wait.queue, NULL);
    self = NULL;
    pthread_mutex_lock(&threads.lock);
    t->next_idle = threads.idle;
    threads.idle = t;
    pthread_mutex_unlock(&threads.lock);
}

static struct cld_thread *new_thread(void)
{
    struct cld_thread *t = aligned_alloc(_Alignof(struct cld_thread), sizeof *t);
    if (!t)
        return NULL;
    memset(t, 0, sizeof *t);
    t->spare = calloc(1, CLD_RECORDS_OFFSET);
    return t->spare ? t : NULL;
}

static struct cld_thread *reuse_or_make(void)
{
    struct cld_thread *t;
    pthread_mutex_lock(&threads.lock);
    if (!threads.key_made)
        threads.key_made = pthread_key_create(&threads.key, thread_ended) == 0;
    t = threads.idle;
    if (t) {
        threads.idle = t->next_idle;
    } else if ((t = new_thread())) {
        t->next = threads.all;
        threads.all = t;
    } else {
        abort(); /* no 8 KiB to be had: the program could not have gone on either */
    }
    t->number = ++threads.count;
    pthread_mutex_unlock(&threads.lock);
    return t;
}

struct cld_thread *cld_thread_list(void)
{
    pthread_mutex_lock(&threads.lock);
    struct cld_thread *t = threads.all; /* only ever grows at its head */
    pthread_mutex_unlock(&threads.lock);
    return t;
}

static __attribute__((noinline)) struct cld_thread *new_self(void)
{
    struct cld_thread *t = reuse_or_make();
    self = t;
    cld_stack_cache_clear(t->stacks); /* of a thread that has ended, and its stack with it */
    if (!t->file)
        t->file = cld_session_take_file(&cld_layer.session);
    t->header = t->file ? cld_rec_file_header(t->file) : t->spare;
    if (threads.key_made) /* the program may have used up all keys */
        pthread_setspecific(threads.key, t);
    return t;
}

struct cld_thread *cld_thread_self(void)
{
    struct cld_thread *t = self;
    return __builtin_expect(t != NULL, 1) ? t : new_self();
}

void cld_threads_lock(void)
{
    pthread_mutex_lock(&threads.lock);
}

void cld_threads_unlock(void)
{
    pthread_mutex_unlock(&threads.lock);
}

/* In a forked child only the forking thread exists, and the parent's record files are not ours to write. */
void cld_threads_forked(void)
{
    pthread_mutex_init(&threads.lock, NULL);
    threads.idle = NULL;
    for (struct cld_thread *t = threads.all; t; t = t->next) {
        t->file = NULL;
        t->header = t->spare;
        t->failure = NULL;
        t->harvesting = false;
        cld_stack_cache_clear(t->stacks);
        atomic_store(&t->head, 0);
        atomic_store(&t->tail, 0);
        if (t != self) {
            t->next_idle = threads.idle;
            threads.idle = t;
        }
    }
    if (self) {
        if (threads.key_made)
            pthread_setspecific(threads.key, NULL); /* taken again, with a new file, at the next call */
        self->next_idle = threads.idle;
        threads.idle = self;
        self = NULL;
    }
}
