/* object.c - handles, their lifetimes, and failures. */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAGIC 0xfa4eu
#define SLAB 256

static struct {
    pthread_mutex_t lock;
    struct fake_object *first, *last;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

long fake_option(const char *name)
{
    const char *value = getenv(name);
    return value ? strtol(value, NULL, 10) : 0;
}

uint64_t fake_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---- failures ------------------------------------------------------------------------------------------ */

static uint32_t random_number(void)
{
    static _Atomic uint32_t threads;
    static __thread uint32_t state;
    if (!state)
        state =
            (uint32_t)fake_option("CLD_FAKE_SEED") * 2654435761u + atomic_fetch_add(&threads, 1) * 40503u + 1;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

cl_int fake_begin(bool may_fail)
{
    static const cl_int codes[] = {
        CL_OUT_OF_RESOURCES,    CL_OUT_OF_HOST_MEMORY,
        CL_INVALID_VALUE,       CL_INVALID_OPERATION,
        CL_INVALID_CONTEXT,     CL_MEM_OBJECT_ALLOCATION_FAILURE,
        CL_INVALID_MEM_OBJECT,  CL_INVALID_EVENT_WAIT_LIST,
        CL_INVALID_KERNEL_ARGS, CL_INVALID_ARG_SIZE,
        CL_INVALID_BUFFER_SIZE, CL_PROFILING_INFO_NOT_AVAILABLE,
        CL_INVALID_KERNEL,      -9999,
    };
    static _Atomic int chance = -1;
    int now = atomic_load_explicit(&chance, memory_order_relaxed);
    if (now < 0)
        atomic_store_explicit(&chance, now = (int)fake_option("CLD_FAKE_FAIL"), memory_order_relaxed);
    if (!may_fail || !now || (int)(random_number() % 1000) >= now)
        return CL_SUCCESS;
    return codes[random_number() % (sizeof codes / sizeof codes[0])];
}

void *fake_error(cl_int error, cl_int *out)
{
    if (out)
        *out = error;
    return NULL;
}

/* ---- checks -------------------------------------------------------------------------------------------- */

static cl_int error_of(enum fake_kind kind)
{
    static const cl_int codes[] = {
        [FAKE_PLATFORM] = CL_INVALID_PLATFORM,
        [FAKE_DEVICE] = CL_INVALID_DEVICE,
        [FAKE_CONTEXT] = CL_INVALID_CONTEXT,
        [FAKE_QUEUE] = CL_INVALID_COMMAND_QUEUE,
        [FAKE_MEM] = CL_INVALID_MEM_OBJECT,
        [FAKE_SAMPLER] = CL_INVALID_SAMPLER,
        [FAKE_PROGRAM] = CL_INVALID_PROGRAM,
        [FAKE_KERNEL] = CL_INVALID_KERNEL,
        [FAKE_EVENT] = CL_INVALID_EVENT,
        [FAKE_COMMAND_BUFFER] = CL_INVALID_COMMAND_BUFFER_KHR,
        [FAKE_SEMAPHORE] = CL_INVALID_SEMAPHORE_KHR,
    };
    return codes[kind];
}

static void die(const char *function, const void *handle)
{
    fprintf(stderr, "fake driver: %s was given the dead handle %p\n", function, handle);
    abort();
}

void fake_need(cl_int *error, const void *handle, enum fake_kind kind, bool optional, const char *function)
{
    const struct fake_object *o = handle;
    if (!o) {
        if (!optional && !*error)
            *error = error_of(kind);
        return;
    }
    if (o->magic != MAGIC || o->kind == FAKE_DEAD)
        die(function, handle);
    if (o->kind != kind && !*error)
        *error = error_of(kind);
}

void fake_need_all(cl_int *error, cl_uint n, const void *const *handles, enum fake_kind kind,
                   const char *function)
{
    for (cl_uint i = 0; handles && i < n; i++)
        fake_need(error, handles[i], kind, false, function);
}

/* ---- lifetimes ----------------------------------------------------------------------------------------- */

static void add_slab(void)
{
    struct fake_object *slab = calloc(SLAB, sizeof *slab);
    for (int i = 0; slab && i < SLAB; i++) {
        slab[i].next = pool.first;
        pool.first = &slab[i];
        if (!pool.last)
            pool.last = &slab[i];
    }
}

static struct fake_object *take(void)
{
    pthread_mutex_lock(&pool.lock);
    if (!pool.first)
        add_slab();
    struct fake_object *o = pool.first;
    if (o && !(pool.first = o->next))
        pool.last = NULL;
    pthread_mutex_unlock(&pool.lock);
    return o;
}

/* Mostly the memory freed last is used first, as malloc() does: handles come again at once. */
static void give_back(struct fake_object *o)
{
    static _Atomic int reuse = -1;
    if (atomic_load(&reuse) < 0)
        atomic_store(&reuse, !getenv("CLD_FAKE_REUSE") || fake_option("CLD_FAKE_REUSE"));
    pthread_mutex_lock(&pool.lock);
    o->kind = FAKE_DEAD;
    if (!atomic_load(&reuse)) {
        o->next = NULL; /* lost on purpose */
    } else {
        o->next = pool.first;
        pool.first = o;
        if (!pool.last)
            pool.last = o;
    }
    pthread_mutex_unlock(&pool.lock);
}

void *fake_new(enum fake_kind kind, void *owner)
{
    struct fake_object *o = take(), *from = owner;
    if (!o)
        return NULL;
    memset(o, 0, sizeof *o);
    o->dispatch = fake_dispatch();
    o->kind = kind;
    o->magic = MAGIC;
    atomic_store(&o->refs, 1);
    if (from && from->kind == FAKE_CONTEXT) {
        o->context = from;
    } else if (from) {
        o->owner = from;
        o->context = from->context;
    }
    if (o->owner)
        fake_retain(o->owner);
    if (o->context)
        fake_retain(o->context);
    return o;
}

void fake_retain(void *object)
{
    struct fake_object *o = object;
    if (o->kind == FAKE_PLATFORM || (o->kind == FAKE_DEVICE && !o->owner))
        return;
    atomic_fetch_add(&o->refs, 1);
}

static void destroy(struct fake_object *o)
{
    fake_call_all(o->callbacks);
    if (o->kind == FAKE_MEM)
        free(o->mem.data);
    if (o->kind == FAKE_PROGRAM)
        free(o->program.source);
    struct fake_object *owner = o->owner, *context = o->context;
    give_back(o);
    if (owner)
        fake_release(owner);
    if (context)
        fake_release(context);
}

void fake_release(void *object)
{
    struct fake_object *o = object;
    if (o->kind == FAKE_PLATFORM || (o->kind == FAKE_DEVICE && !o->owner))
        return;
    if (atomic_fetch_sub(&o->refs, 1) == 1)
        destroy(o);
}

static void before_fork(void)
{
    pthread_mutex_lock(&pool.lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&pool.lock);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}
