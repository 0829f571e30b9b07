/* object.c - the table of objects, and when an object is dead. */
#include "layer/object.h"

#include "layer/call.h"
#include "layer/harvest.h"
#include "layer/kernel_info.h"
#include "layer/twin.h"
#include "layer/twin_kernel.h"

#include <stdlib.h>
#include <string.h>

/* Dead entries are kept this long, to recognise a use after release; older handles become unknown again. */
#define GRAVEYARD 16384

struct bucket {
    _Atomic(uintptr_t) key; /* handle; EMPTY or GONE */
    _Atomic(struct cld_object *) object;
};
#define EMPTY ((uintptr_t)0)
#define GONE ((uintptr_t)1)

struct table {
    size_t room;            /* power of two */
    struct table *outgrown; /* kept reachable: a leak checker in the program shall not blame it */
    struct bucket buckets[];
};

static struct {
    pthread_mutex_t lock;          /* for writers; readers take none */
    _Atomic(struct table *) table; /* outgrown tables are kept: a reader may still be in one */
    size_t used;                   /* buckets not EMPTY */
    uint64_t serials;
    struct cld_object *free[CLD_KIND_COUNT];
    struct cld_object *oldest_dead, *newest_dead;
    size_t dead;
} objects = {.lock = PTHREAD_MUTEX_INITIALIZER};

static inline size_t hash(uintptr_t key)
{
    uint64_t h = (uint64_t)key * 0x9e3779b97f4a7c15ull;
    return (size_t)(h >> 20);
}

static inline struct bucket *lookup(struct table *t, uintptr_t key)
{
    if (!t || key <= GONE)
        return NULL;
    for (size_t i = hash(key) & (t->room - 1);; i = (i + 1) & (t->room - 1)) {
        uintptr_t found = atomic_load_explicit(&t->buckets[i].key, memory_order_acquire);
        if (found == key)
            return &t->buckets[i];
        if (found == EMPTY)
            return NULL;
    }
}

struct cld_object *cld_object_find(const void *handle)
{
    struct table *t = atomic_load_explicit(&objects.table, memory_order_acquire);
    struct bucket *b = lookup(t, (uintptr_t)handle);
    return b ? atomic_load_explicit(&b->object, memory_order_acquire) : NULL;
}

static void insert(struct table *t, uintptr_t key, struct cld_object *o)
{
    size_t i = hash(key) & (t->room - 1);
    while (atomic_load_explicit(&t->buckets[i].key, memory_order_relaxed) != EMPTY)
        i = (i + 1) & (t->room - 1);
    atomic_store_explicit(&t->buckets[i].object, o, memory_order_release);
    atomic_store_explicit(&t->buckets[i].key, key, memory_order_release);
    objects.used++;
}

static bool make_room(void)
{
    struct table *old = atomic_load(&objects.table);
    if (old && objects.used * 2 < old->room)
        return true;
    size_t live = 0;
    for (size_t i = 0; old && i < old->room; i++)
        live += atomic_load(&old->buckets[i].key) > GONE;
    size_t room = 1024;
    while (room < live * 4)
        room *= 2;
    struct table *t = calloc(1, sizeof *t + room * sizeof t->buckets[0]);
    if (!t)
        return old && objects.used + 1 < old->room;
    t->room = room;
    t->outgrown = old;
    objects.used = 0;
    for (size_t i = 0; old && i < old->room; i++) {
        uintptr_t key = atomic_load(&old->buckets[i].key);
        if (key > GONE)
            insert(t, key, atomic_load(&old->buckets[i].object));
    }
    atomic_store_explicit(&objects.table, t, memory_order_release);
    return true;
}

/* Takes the entry out of the table, unless its handle has a newer object by now. */
static void forget(struct cld_object *o)
{
    struct bucket *b = lookup(atomic_load(&objects.table), (uintptr_t)o->handle);
    if (b && atomic_load(&b->object) == o)
        atomic_store_explicit(&b->key, GONE, memory_order_release);
}

static void bury(struct cld_object *o)
{
    o->dead_in_table = true;
    o->next = NULL;
    if (objects.newest_dead)
        objects.newest_dead->next = o;
    else
        objects.oldest_dead = o;
    objects.newest_dead = o;
    if (++objects.dead <= GRAVEYARD)
        return;
    struct cld_object *gone = objects.oldest_dead;
    objects.oldest_dead = gone->next;
    objects.dead--;
    forget(gone);
    gone->serial = 0; /* whoever still points here sees that it is another object */
    gone->next = objects.free[gone->kind];
    objects.free[gone->kind] = gone;
}

/* Programs made and released in a loop must not add up. */
static void drop_infos(struct cld_object *o, enum cld_kind kind)
{
    if (kind == CLD_KIND_KERNEL) {
        cld_kernel_info_release(o->kernel.info);
        cld_twin_kernel_free(o->kernel.twin);
        free(o->kernel.svm);
    }
    if (kind == CLD_KIND_PROGRAM)
        cld_twins_release(o->program.twins);
    struct cld_kernel_info *k = kind == CLD_KIND_PROGRAM ? o->program.kernels : NULL;
    while (k) {
        struct cld_kernel_info *next = k->next;
        cld_kernel_info_release(k);
        k = next;
    }
}

static struct cld_object *take_entry(enum cld_kind kind)
{
    struct cld_object *o = objects.free[kind];
    if (!o)
        return calloc(1, sizeof *o);
    objects.free[kind] = o->next;
    drop_infos(o, kind);
    struct cld_kernel_arg *args = kind == CLD_KIND_KERNEL ? o->kernel.args : NULL;
    uint32_t room = kind == CLD_KIND_KERNEL ? o->kernel.args_room : 0;
    struct cld_recent_entry *recent = kind == CLD_KIND_QUEUE ? atomic_load(&o->queue.recent) : NULL;
    atomic_store(&o->serial, 0);
    atomic_store(&o->refs, 0);
    atomic_store(&o->children, 0);
    atomic_store(&o->n_uses, 0);
    memset(&o->handle, 0, sizeof *o - offsetof(struct cld_object, handle));
    if (kind == CLD_KIND_KERNEL) { /* a racing thread may still write here: keep the array with the entry */
        o->kernel.args = args;
        o->kernel.args_room = room;
    }
    if (kind == CLD_KIND_QUEUE) /* the watch may be reading there */
        atomic_store(&o->queue.recent, recent);
    return o;
}

static bool is_same(const struct cld_object *o, uint64_t serial)
{
    return o && serial != 0 && o->serial == serial;
}

static void count_child(struct cld_object *o, int change)
{
    if (is_same(o->context, o->context_serial))
        atomic_fetch_add_explicit(&o->context->children, change, memory_order_relaxed);
    if (is_same(o->parent, o->parent_serial) && o->parent != o->context && o->kind != CLD_KIND_EVENT)
        atomic_fetch_add_explicit(&o->parent->children, change, memory_order_relaxed);
}

/* With the lock held: the program can't hold `o` any more, whatever its count says. */
static void end_life(struct cld_object *o)
{
    cld_slot_free(&cld_layer.session, o->slot);
    o->slot = NULL;
    count_child(o, -1);
    bury(o);
}

static struct cld_object *replace_or_insert(enum cld_kind kind, const void *handle)
{
    struct bucket *b = lookup(atomic_load(&objects.table), (uintptr_t)handle);
    struct cld_object *old = b ? atomic_load(&b->object) : NULL;
    if (old && !old->dead_in_table) { /* its release was never seen: an extension of no table of ours */
        atomic_store(&old->refs, 0);
        end_life(old);
    }
    struct cld_object *o = take_entry(kind);
    if (!o)
        return NULL;
    o->handle = (void *)(uintptr_t)handle;
    o->kind = kind;
    if (!b && !make_room()) {
        free(o);
        return NULL;
    }
    b = lookup(atomic_load(&objects.table), (uintptr_t)handle); /* burying may have removed it */
    o->serial = ++objects.serials;
    if (b)
        atomic_store_explicit(&b->object, o, memory_order_release);
    else
        insert(atomic_load(&objects.table), (uintptr_t)handle, o);
    return o;
}

static void fill_slot(struct cld_object *o)
{
    struct cld_slot *s = o->slot = cld_slot_new(&cld_layer.session);
    if (!s)
        return;
    s->kind = o->kind;
    s->subkind = o->subkind;
    atomic_store_explicit(&s->refs, 1, memory_order_relaxed);
    s->serial = o->serial;
    s->handle = (uint64_t)(uintptr_t)o->handle;
    s->context = o->context_serial;
    s->parent = o->parent_serial;
    s->born_ns = o->born_ns;
    s->born_stack = o->born_stack;
    s->fn = o->born_fn;
    s->thread = o->born_thread;
}

static void retain(struct cld_object *o)
{
    atomic_fetch_add_explicit(&o->refs, 1, memory_order_relaxed);
    if (o->slot)
        atomic_fetch_add_explicit(&o->slot->refs, 1, memory_order_relaxed);
}

struct cld_object *cld_object_add(struct cld_call *call, enum cld_kind kind, const void *handle,
                                  struct cld_object *context, struct cld_object *parent, uint32_t stack)
{
    pthread_mutex_lock(&objects.lock);
    struct cld_object *known = cld_object_find(handle);
    if (known && !known->dead_in_table && known->kind == kind && kind == CLD_KIND_QUEUE &&
        atomic_load(&known->refs) > 0) {
        retain(known);
        pthread_mutex_unlock(&objects.lock);
        return known;
    }
    struct cld_object *o = replace_or_insert(kind, handle);
    if (o) {
        o->target = call->target;
        o->context = context;
        o->context_serial = context ? context->serial : 0;
        o->parent = parent;
        o->parent_serial = parent ? parent->serial : 0;
        o->platform = parent && parent->platform ? parent->platform : context ? context->platform : NULL;
        o->born_stack = stack;
        o->born_fn = (uint32_t)call->fn;
        o->born_thread = call->thread->number;
        o->born_ns = cld_now();
        atomic_store_explicit(&o->refs, 1, memory_order_relaxed);
        count_child(o, 1);
        fill_slot(o);
    }
    pthread_mutex_unlock(&objects.lock);
    return o;
}

void cld_object_adopt(struct cld_object *o, struct cld_object *parent)
{
    pthread_mutex_lock(&objects.lock);
    o->parent = parent;
    o->parent_serial = parent->serial;
    atomic_fetch_add(&parent->children, 1);
    if (o->slot)
        o->slot->parent = parent->serial;
    pthread_mutex_unlock(&objects.lock);
}

void cld_object_publish(struct cld_object *o)
{
    struct cld_slot *s = o ? o->slot : NULL;
    if (!s)
        return;
    s->subkind = o->subkind;
    s->bytes = o->bytes;
    s->flags = o->flags;
    s->label = o->label;
    cld_slot_publish(s);
}

void cld_object_retain(struct cld_object *o)
{
    pthread_mutex_lock(&objects.lock);
    retain(o);
    pthread_mutex_unlock(&objects.lock);
}

struct cld_release cld_object_release(struct cld_object *o, uint32_t stack)
{
    struct cld_release r = {NULL, 0};
    pthread_mutex_lock(&objects.lock);
    if (!o->dead_in_table && atomic_load(&o->refs) > 0) {
        r = (struct cld_release){o, o->serial};
        o->releasing++;
        if (o->slot)
            atomic_fetch_sub_explicit(&o->slot->refs, 1, memory_order_relaxed);
        if (atomic_fetch_sub(&o->refs, 1) == 1)
            o->dead_stack = stack;
    }
    pthread_mutex_unlock(&objects.lock);
    return r;
}

void cld_object_released(const struct cld_release *r, bool ok)
{
    struct cld_object *o = r->object;
    if (!o)
        return;
    pthread_mutex_lock(&objects.lock);
    if (is_same(o, r->serial) && !o->dead_in_table) { /* else the handle has a new object by now */
        if (!ok)
            retain(o);
        if (--o->releasing == 0 && atomic_load(&o->refs) <= 0)
            end_life(o);
    }
    pthread_mutex_unlock(&objects.lock);
}

void cld_uses_mark(struct cld_use *uses, _Atomic uint32_t *count, struct cld_object *queue, uint64_t seq)
{
    uint32_t n = atomic_load_explicit(count, memory_order_relaxed);
    for (uint32_t i = 0; i < n && i < CLD_USES; i++) {
        struct cld_use *u = &uses[i];
        if (atomic_load_explicit(&u->queue, memory_order_relaxed) == queue &&
            atomic_load_explicit(&u->queue_serial, memory_order_relaxed) == queue->serial) {
            atomic_store_explicit(&u->seq, seq, memory_order_relaxed);
            return;
        }
    }
    if (n > CLD_USES)
        return;
    n = atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
    if (n >= CLD_USES)
        return;
    atomic_store_explicit(&uses[n].queue, queue, memory_order_relaxed);
    atomic_store_explicit(&uses[n].seq, seq, memory_order_relaxed);
    atomic_store_explicit(&uses[n].queue_serial, queue->serial, memory_order_release);
}

void cld_object_used(struct cld_object *o, struct cld_object *queue, uint64_t seq)
{
    for (int depth = 0; o && depth < 4; depth++) {
        cld_uses_mark(o->uses, &o->n_uses, queue, seq);
        o = is_same(o->parent, o->parent_serial) ? o->parent : NULL;
    }
}

void cld_queue_finished(struct cld_object *queue, uint64_t seq)
{
    uint64_t before = atomic_load(&queue->queue.finished);
    while (before < seq && !atomic_compare_exchange_weak(&queue->queue.finished, &before, seq))
        ;
}

bool cld_use_running(struct cld_use *use)
{
    const struct cld_object *q = atomic_load(&use->queue);
    uint64_t serial = atomic_load(&use->queue_serial), seq = atomic_load(&use->seq);
    /* else the queue's entry is gone for long */
    return is_same(q, serial) && atomic_load(&q->queue.finished) < seq;
}

static bool unfinished(struct cld_use *use)
{
    const struct cld_object *q = atomic_load(&use->queue);
    uint64_t serial = atomic_load(&use->queue_serial), seq = atomic_load(&use->seq);
    if (!cld_use_running(use))
        return false;
    if (atomic_load(&q->queue.untracked) > atomic_load(&q->queue.finished))
        return true; /* a command that we could not follow: assume the best of the program */
    return cld_harvest_unfinished(q, serial, seq);
}

enum cld_state cld_object_state(struct cld_object *o)
{
    if (!o)
        return CLD_UNKNOWN;
    if (atomic_load_explicit(&o->refs, memory_order_acquire) > 0)
        return CLD_HELD;
    uint32_t n = atomic_load(&o->n_uses);
    if (atomic_load(&o->children) > 0 || n > CLD_USES)
        return CLD_RETAINED;
    if (n > 0)
        cld_harvest_drain(50);
    for (uint32_t i = 0; i < n; i++) {
        if (unfinished(&o->uses[i]))
            return CLD_RETAINED;
    }
    return CLD_DEAD;
}

void cld_objects_each(void (*fn)(const struct cld_slot *s, void *user), void *user)
{
    pthread_mutex_lock(&objects.lock);
    struct table *t = atomic_load(&objects.table);
    for (size_t i = 0; t && i < t->room; i++) {
        if (atomic_load_explicit(&t->buckets[i].key, memory_order_relaxed) <= GONE)
            continue;
        struct cld_slot *s = atomic_load_explicit(&t->buckets[i].object, memory_order_relaxed)->slot;
        if (s && atomic_load_explicit(&s->state, memory_order_acquire) == CLD_SLOT_LIVE)
            fn(s, user);
    }
    pthread_mutex_unlock(&objects.lock);
}

void cld_object_describe(const struct cld_object *o, struct cld_finding_object *out)
{
    *out = (struct cld_finding_object){
        .kind = o->kind,
        .subkind = o->subkind,
        .serial = atomic_load(&o->serial),
        .handle = (uint64_t)(uintptr_t)o->handle,
        .bytes = o->bytes,
        .born_stack = o->born_stack,
        .dead_stack = o->dead_stack,
        .label = o->label,
        .refs = (uint32_t)atomic_load(&o->refs),
    };
}

const char *cld_kind_name(uint32_t kind, uint32_t subkind)
{
    static const char *const kinds[] = {
        "object",  "platform", "device", "context",        "queue",          "memory object", "sampler",
        "program", "kernel",   "event",  "SVM allocation", "command buffer", "semaphore",
    };
    static const char *const subs[] = {NULL,   "buffer",     "sub-buffer",     "image",
                                       "pipe", "user event", "SVM allocation", "USM allocation"};
    if (subkind > CLD_SUB_NONE && subkind <= CLD_SUB_USM)
        return subs[subkind];
    return kind < CLD_KIND_COUNT ? kinds[kind] : kinds[0];
}

cl_int cld_kind_error(uint32_t kind)
{
    switch (kind) {
    case CLD_KIND_PLATFORM:
        return CL_INVALID_PLATFORM;
    case CLD_KIND_DEVICE:
        return CL_INVALID_DEVICE;
    case CLD_KIND_CONTEXT:
        return CL_INVALID_CONTEXT;
    case CLD_KIND_QUEUE:
        return CL_INVALID_COMMAND_QUEUE;
    case CLD_KIND_MEM:
        return CL_INVALID_MEM_OBJECT;
    case CLD_KIND_SAMPLER:
        return CL_INVALID_SAMPLER;
    case CLD_KIND_PROGRAM:
        return CL_INVALID_PROGRAM;
    case CLD_KIND_KERNEL:
        return CL_INVALID_KERNEL;
    case CLD_KIND_EVENT:
        return CL_INVALID_EVENT;
    case CLD_KIND_COMMAND_BUFFER:
        return CL_INVALID_COMMAND_BUFFER_KHR;
    case CLD_KIND_SEMAPHORE:
        return CL_INVALID_SEMAPHORE_KHR;
    default:
        return CL_INVALID_VALUE;
    }
}

void cld_objects_lock(void)
{
    pthread_mutex_lock(&objects.lock);
}

void cld_objects_unlock(void)
{
    pthread_mutex_unlock(&objects.lock);
}

/* Handles of the parent are valid in the child as far as the driver cares; they are not the child's leaks. */
void cld_objects_forked(void)
{
    pthread_mutex_init(&objects.lock, NULL);
    struct table *t = atomic_load(&objects.table);
    for (size_t i = 0; t && i < t->room; i++) {
        struct cld_object *o = atomic_load(&t->buckets[i].object);
        if (!o)
            continue;
        o->slot = NULL;
        o->born_stack = o->dead_stack = o->label = 0;
    }
}
