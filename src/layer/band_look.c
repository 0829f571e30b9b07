/* band_look.c - looking at guard bands: where the program has waited, and at the last moment. */
#include "layer/band_state.h"

#include "layer/harvest.h"
#include "layer/twin.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- readers: a queue of ours, and memory to copy bands into ---------------------------------------------
 */

#define SLOTS 64
#define STAGING (SLOTS * 1024)

struct slot {
    struct cld_band *band; /* a reference */
    uint32_t at;
    uint64_t version;
};

/* Of one thread at a time. What is copied and not yet read stays in it. */
struct reader {
    struct reader *next;
    struct cld_target *target;
    struct cld_object *context;
    uint64_t serial;
    cl_context handle;
    cl_device_id device;
    cl_command_queue queue;
    cl_mem staging;
    uint32_t n, used;
    bool copied; /* some slot is in `staging`, else all are in `direct` */
    struct slot slots[SLOTS];
    unsigned char *bytes, *direct; /* direct: SVM memory is copied there without a detour */
};

static struct reader *readers; /* with the lock of cld_bands */

static void drop_reader(struct reader *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        cld_band_release(r->slots[i].band);
    if (r->staging) {
        r->target->next.clReleaseMemObject(r->staging);
        cld_twin_count_in(r->context, r->serial, CLD_COUNT_BUFFER, -1);
    }
    if (r->queue) {
        r->target->next.clReleaseCommandQueue(r->queue);
        cld_twin_count_in(r->context, r->serial, CLD_COUNT_QUEUE, -1);
    }
    free(r->bytes);
    free(r);
}

static cl_command_queue make_queue(const cl_icd_dispatch *next, cl_context context, cl_device_id device)
{
    cl_int error;
    return next->clCreateCommandQueue
               ? next->clCreateCommandQueue(context, device, 0, &error)
               : next->clCreateCommandQueueWithProperties(context, device, NULL, &error);
}

static struct reader *make_reader(struct cld_target *target, struct cld_object *context, cl_context handle,
                                  cl_device_id device)
{
    const cl_icd_dispatch *next = &target->next;
    cl_int error;
    struct reader *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->target = target;
    r->context = context;
    r->serial = atomic_load(&context->serial);
    r->handle = handle;
    r->device = device;
    r->bytes = malloc(2 * (size_t)STAGING);
    r->direct = r->bytes ? r->bytes + STAGING : NULL;
    r->queue = r->bytes ? make_queue(next, handle, device) : NULL;
    if (r->queue)
        cld_twin_count_in(context, r->serial, CLD_COUNT_QUEUE, 1);
    r->staging = r->queue ? next->clCreateBuffer(handle, CL_MEM_READ_WRITE, STAGING, NULL, &error) : NULL;
    if (r->staging)
        cld_twin_count_in(context, r->serial, CLD_COUNT_BUFFER, 1);
    if (r->staging)
        return r;
    drop_reader(r);
    return NULL;
}

static bool serves(const struct reader *r, const struct cld_object *context, cl_device_id device)
{
    return r->context == context && r->serial == atomic_load(&context->serial) &&
           (!device || r->device == device);
}

static struct reader *take_reader(struct cld_target *target, struct cld_object *context, cl_context handle,
                                  cl_device_id device)
{
    struct reader *found = NULL;
    pthread_mutex_lock(&cld_bands.lock);
    for (struct reader **at = &readers; *at && !found; at = &(*at)->next)
        if (serves(*at, context, device)) {
            found = *at;
            *at = found->next;
            break;
        }
    pthread_mutex_unlock(&cld_bands.lock);
    return found ? found : make_reader(target, context, handle, device);
}

/* One that has something to be read, of one context or of all. */
static struct reader *take_pending(const struct cld_object *context)
{
    struct reader *found = NULL;
    pthread_mutex_lock(&cld_bands.lock);
    for (struct reader **at = &readers; *at && !found; at = &(*at)->next)
        if ((*at)->n && (!context || (*at)->context == context)) {
            found = *at;
            *at = found->next;
            break;
        }
    pthread_mutex_unlock(&cld_bands.lock);
    return found;
}

static bool is_held(const struct cld_object *o, uint64_t serial)
{
    return atomic_load(&o->serial) == serial && atomic_load(&o->refs) > 0;
}

/* ---- copying, reading ------------------------------------------------------------------------------------
 */

static bool has_slot(const struct reader *r, const struct cld_band *b)
{
    return r->n < SLOTS && STAGING - r->used >= b->bytes;
}

/* Takes over a reference, or not: false. */
static bool copy(struct reader *r, struct cld_band *b, uint64_t version)
{
    const cl_icd_dispatch *next = &r->target->next;
    cl_int error = b->svm ? next->clEnqueueSVMMemcpy(r->queue, CL_FALSE, r->direct + r->used,
                                                     b->svm + b->size, b->bytes, 0, NULL, NULL)
                          : next->clEnqueueCopyBuffer(r->queue, b->buffer, r->staging, b->size, r->used,
                                                      b->bytes, 0, NULL, NULL);
    if (error != CL_SUCCESS)
        return false;
    r->copied |= !b->svm;
    r->slots[r->n++] = (struct slot){b, r->used, version};
    r->used += b->bytes;
    return true;
}

/* The queue is in order: with the last one all are there. */
static bool fetch(struct reader *r)
{
    const cl_icd_dispatch *next = &r->target->next;
    if (!r->copied)
        return next->clFinish(r->queue) == CL_SUCCESS;
    return next->clEnqueueReadBuffer(r->queue, r->staging, CL_TRUE, 0, r->used, r->bytes, 0, NULL, NULL) ==
           CL_SUCCESS;
}

/* So that each damage is told once. A band that can't be mended is given up. */
static void mend(struct reader *r, struct cld_band *b)
{
    const cl_icd_dispatch *next = &r->target->next;
    cl_mem pattern = b->svm ? NULL : cld_band_pattern_in(r->target, r->context, r->handle);
    cl_int error = CL_OUT_OF_RESOURCES;
    if (b->svm)
        error = next->clEnqueueSVMMemcpy(r->queue, CL_TRUE, b->svm + b->size, cld_band_pattern(b->size),
                                         b->bytes, 0, NULL, NULL);
    else if (pattern)
        error = next->clEnqueueCopyBuffer(r->queue, pattern, b->buffer, cld_band_shift(b->size), b->size,
                                          b->bytes, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = next->clFinish(r->queue);
    if (error == CL_SUCCESS)
        return;
    pthread_mutex_lock(&cld_bands.lock);
    b->phase = CLD_BAND_FAILED;
    pthread_mutex_unlock(&cld_bands.lock);
}

/* Launches that came while it was looked at keep it in the list, and their note. */
static void is_clean(struct cld_band *b, uint64_t version)
{
    pthread_mutex_lock(&cld_bands.lock);
    if (b->version == version) {
        b->n_launches = 0;
        b->others = 0;
        atomic_store(&b->n_uses, 0);
    }
    pthread_mutex_unlock(&cld_bands.lock);
}

static void read_slots(struct reader *r)
{
    bool there = r->n && fetch(r);
    for (uint32_t i = 0; i < r->n; i++) {
        struct slot *s = &r->slots[i];
        struct cld_band *b = s->band;
        const unsigned char *from = b->svm ? r->direct : r->bytes;
        bool damaged = there && cld_band_check(b, from + s->at);
        if (damaged && !b->left)
            mend(r, b);
        if (there)
            is_clean(b, s->version);
        cld_band_release(b);
    }
    r->n = r->used = 0;
    r->copied = false;
}

/* Kept while the program holds the context; a sub-device would be seen to have one more reference. */
static void put_reader(struct reader *r)
{
    const struct cld_object *device = cld_object_find(r->device);
    pthread_mutex_lock(&cld_bands.lock);
    bool keep = device && device->device.root && is_held(r->context, r->serial);
    if (keep) {
        r->next = readers;
        readers = r;
    }
    pthread_mutex_unlock(&cld_bands.lock);
    if (keep)
        return;
    read_slots(r);
    drop_reader(r);
}

/* ---- bands to look at ------------------------------------------------------------------------------------
 */

struct picked {
    struct cld_band *bands[SLOTS];
    uint64_t versions[SLOTS];
    cl_device_id device;
    uint32_t n;
};

/* Of one context and device: those whose launches have finished, with a hold each. */
static void pick(struct picked *p, const struct cld_object *context)
{
    uint32_t room = STAGING;
    p->n = 0;
    pthread_mutex_lock(&cld_bands.lock);
    for (struct cld_band *b = cld_bands.list, *next; b && p->n < SLOTS; b = next) {
        next = b->next;
        const struct cld_band *first = p->n ? p->bands[0] : NULL;
        if ((context && b->context != context) || (first && first->context != b->context) ||
            (first && p->device != b->device) || b->bytes > room || !cld_band_is_ready(b))
            continue;
        cld_band_unlist(b);
        atomic_fetch_add(&b->holds, 1);
        room -= b->bytes;
        p->versions[p->n] = b->version;
        p->device = b->device;
        p->bands[p->n++] = b;
    }
    pthread_mutex_unlock(&cld_bands.lock);
}

static void let_go(const struct picked *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        cld_band_let_go(p->bands[i]);
        cld_band_release(p->bands[i]);
    }
}

static void look_at(const struct picked *p)
{
    const struct cld_band *first = p->bands[0];
    struct reader *r = take_reader(first->target, first->context, first->context_handle, p->device);
    for (uint32_t i = 0; r && i < p->n;) {
        for (; i < p->n && has_slot(r, p->bands[i]); i++) {
            atomic_fetch_add(&p->bands[i]->users, 1);
            if (!copy(r, p->bands[i], p->versions[i]))
                cld_band_release(p->bands[i]);
        }
        read_slots(r);
    }
    if (r)
        put_reader(r);
}

static __thread bool looking; /* the driver may call the program back, and that wait for commands */

static void look_at_all(const struct cld_object *context)
{
    struct picked p;
    for (pick(&p, context); p.n; pick(&p, context)) {
        look_at(&p);
        let_go(&p);
    }
    for (struct reader *r = take_pending(context); r; r = take_pending(context)) {
        read_slots(r);
        put_reader(r);
    }
}

/* ---- when ------------------------------------------------------------------------------------------------
 */

#define SHARE_DIVISOR 100     /* 1% of the program's time */
#define MOST_CREDIT_NS 100000 /* so that after a pause the next look is not put off */

static _Atomic int64_t credit;
static _Atomic uint64_t since;

/* What a look costs is not known before: so it is made when nothing is owed, and paid for afterwards. */
static bool affords(uint64_t now)
{
    uint64_t before = atomic_exchange(&since, now);
    int64_t more = before ? (int64_t)(now - before) / SHARE_DIVISOR : 0;
    int64_t have = atomic_fetch_add(&credit, more) + more;
    if (have > MOST_CREDIT_NS)
        atomic_store(&credit, MOST_CREDIT_NS);
    return have >= 0;
}

static void pay(uint64_t from)
{
    atomic_fetch_sub(&credit, (int64_t)(cld_now() - from));
}

void cld_bands_look(void)
{
    if (!atomic_load_explicit(&cld_bands.some, memory_order_acquire) || looking)
        return;
    uint64_t now = cld_now();
    if (!affords(now))
        return;
    looking = true;
    atomic_store(&cld_bands.some, false);
    look_at_all(NULL);
    pthread_mutex_lock(&cld_bands.lock);
    if (cld_bands.list) /* those that are not ready */
        atomic_store(&cld_bands.some, true);
    pthread_mutex_unlock(&cld_bands.lock);
    pay(now);
    looking = false;
}

void cld_bands_look_now(const struct cld_object *context)
{
    if (looking)
        return;
    looking = true;
    look_at_all(context);
    looking = false;
}

/* ---- the end of a buffer ---------------------------------------------------------------------------------
 */

/* Frees nothing that another thread's copy still reads. */
static void wait_for_others(struct cld_band *b)
{
    const struct timespec t = {0, 20000};
    for (int i = 0; i < 50000 && atomic_load(&b->holds) > 1 && !looking; i++)
        nanosleep(&t, NULL);
}

static void look_and_leave(struct cld_band *b, uint64_t version)
{
    bool nested = looking;
    uint64_t now = cld_now();
    looking = true;
    struct reader *r = take_reader(b->target, b->context, b->context_handle, b->device);
    if (r && !has_slot(r, b))
        read_slots(r);
    if (r && copy(r, b, version)) {
        atomic_fetch_add(&b->users, 1);
        if (b->svm || affords(now)) /* SVM memory is freed at once; a buffer lives until it is copied */
            read_slots(r);
        else
            atomic_store(&cld_bands.some, true);
    }
    if (r)
        put_reader(r);
    pay(now);
    looking = nested;
}

/*
 * Where its launches are not known to have ended it is given up as well: the driver keeps a buffer for as
 * long as they run, and tells the program when it destroys it. With our reference that would come too late
 * (stress.hammer).
 */
void cld_band_leave(struct cld_band *b)
{
    if (b->generation != cld_bands.generation)
        return;
    pthread_mutex_lock(&cld_bands.lock);
    bool listed = b->listed, ready = listed && cld_band_is_ready(b);
    uint64_t version = b->version;
    b->left = true;
    if (listed)
        cld_band_unlist(b);
    pthread_mutex_unlock(&cld_bands.lock);
    if (ready)
        look_and_leave(b, version);
    else if (listed)
        cld_band_note(
            b->n_launches ? b->launches[0].kernel : "",
            "the guard band of one of its buffers was not looked at: the program gave the buffer up "
            "before its launches were known to have ended");
    if (listed)
        cld_band_release(b); /* the list's */
    if (b->svm)
        wait_for_others(b);
    cld_band_let_go(b);
    cld_band_release(b);
}

/* ---- the end of a context, and of the process ------------------------------------------------------------
 */

static void note_unseen(const struct cld_band *b)
{
    if (b->n_launches)
        cld_band_note(b->launches[0].kernel,
                      "the guard band of one of its buffers was not looked at at the end: "
                      "its launches were not known to have ended");
}

static struct reader *reader_of(const struct cld_object *context)
{
    struct reader *found = NULL;
    pthread_mutex_lock(&cld_bands.lock);
    for (struct reader **at = &readers; *at && !found; at = &(*at)->next)
        if ((*at)->context == context) {
            found = *at;
            *at = found->next;
            break;
        }
    pthread_mutex_unlock(&cld_bands.lock);
    return found;
}

void cld_bands_leave(struct cld_object *context)
{
    if (!cld_bands_on() || context->kind != CLD_KIND_CONTEXT)
        return;
    bool nested = looking;
    looking = true;
    look_at_all(context);
    for (struct reader *r = reader_of(context); r; r = reader_of(context))
        drop_reader(r);
    cld_band_pattern_drop(context);
    looking = nested;
}

void cld_bands_look_last(void)
{
    if (!cld_bands_on() || looking)
        return;
    looking = true;
    look_at_all(NULL);
    for (struct cld_band *b = cld_bands.list; b; b = b->next)
        note_unseen(b);
    looking = false;
}

/* ---- a buffer's data -------------------------------------------------------------------------------------
 */

bool cld_band_write(struct cld_call *call, cl_mem buffer, size_t size, const void *data)
{
    struct cld_object *context = cld_call_object(call, CLD_KIND_CONTEXT);
    struct reader *r = take_reader(call->target, context, context->handle, context->context_.first_device);
    if (!r)
        return false;
    bool done = call->target->next.clEnqueueWriteBuffer(r->queue, buffer, CL_TRUE, 0, size, data, 0, NULL,
                                                        NULL) == CL_SUCCESS;
    put_reader(r);
    return done;
}

/* ---- fork ------------------------------------------------------------------------------------------------
 */

void cld_bands_lock(void)
{
    pthread_mutex_lock(&cld_bands.lock);
}

void cld_bands_unlock(void)
{
    pthread_mutex_unlock(&cld_bands.lock);
}

/* The parent's bands are the parent's to look at. */
void cld_bands_forked(void)
{
    cld_bands.list = NULL;
    cld_bands.generation++;
    atomic_store(&cld_bands.some, false);
    readers = NULL;
    looking = false;
    cld_band_homes_forked();
    pthread_mutex_unlock(&cld_bands.lock);
}
