/* band_launch.c - launches of kernels that are not checked: their buffers' bands get a pattern before, and a
 * note of the launch afterwards. */
#include "layer/band_state.h"

#include "layer/harvest.h"
#include "layer/kernel_info.h"
#include "layer/ranges.h"
#include "layer/stack_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- what a kernel is given ------------------------------------------------------------------------------
 */

/* What the walk below does with each. `argument`: CLD_NO_ARGUMENT where it is none. */
typedef void visit(struct cld_call *call, struct cld_object *kernel, struct cld_object *o, uint32_t argument,
                   void *user);

static struct cld_object *allocation_of(const void *pointer)
{
    struct cld_finding_object a;
    uint64_t offset;
    if (!pointer || !cld_range_find(pointer, &a, &offset))
        return NULL;
    struct cld_object *o = cld_object_find((const void *)(uintptr_t)a.handle);
    return o && o->kind == CLD_KIND_SVM && atomic_load(&o->serial) == a.serial ? o : NULL;
}

static struct cld_object *memory_of(const struct cld_kernel_arg *arg)
{
    if (arg->pointer)
        return allocation_of(arg->pointer);
    struct cld_object *o = arg->object;
    if (!o || o->kind != CLD_KIND_MEM ||
        atomic_load_explicit(&o->serial, memory_order_relaxed) != arg->object_serial)
        return NULL;
    return cld_band_root(o);
}

static void walk(struct cld_call *call, struct cld_object *kernel, visit *fn, void *user)
{
    const struct cld_svm_list *more = kernel->kernel.svm;
    for (uint32_t i = 0; i < kernel->kernel.info->n_args; i++) {
        struct cld_object *o = memory_of(&kernel->kernel.args[i]);
        if (o)
            fn(call, kernel, o, i, user);
    }
    for (size_t i = 0; more && i < more->count; i++) {
        struct cld_object *o = allocation_of(more->pointers[i]);
        if (o)
            fn(call, kernel, o, CLD_NO_ARGUMENT, user);
    }
}

static void reach(struct cld_object *kernel, const void *const *pointers, size_t count)
{
    struct cld_svm_list *list = malloc(sizeof *list + count * sizeof pointers[0]);
    if (list) {
        list->count = count;
        memcpy(list->pointers, pointers, count * sizeof pointers[0]);
    }
    free(kernel->kernel.svm);
    kernel->kernel.svm = list;
}

void cld_band_reaches(struct cld_object *kernel, const void *pointers, size_t size)
{
    if (cld_bands_on())
        reach(kernel, pointers, size / sizeof(void *));
}

void cld_band_reaches_too(struct cld_object *clone, const struct cld_object *kernel)
{
    if (kernel->kernel.svm)
        reach(clone, kernel->kernel.svm->pointers, kernel->kernel.svm->count);
}

/* ---- coverage --------------------------------------------------------------------------------------------
 */

static const char *const reasons[] = {
    [CLD_NO_BAND_HOST_PTR] = "it lies in the program's own memory (CL_MEM_USE_HOST_PTR)",
    [CLD_NO_BAND_SHARED] = "it belongs to another interface",
    [CLD_NO_BAND_PROPERTIES] = "it was made with properties or flags that cldoctor does not know",
    [CLD_NO_BAND_MEMORY] = "the program uses most of the device's memory",
    [CLD_NO_BAND_CONSTANT] = "it may be given to kernels as constant memory, of which the device has little",
    [CLD_NO_BAND_REFUSED] = "the driver made it of the size asked for, and no larger",
    [CLD_NO_BAND_COPY] = "its data could not be copied into a larger buffer",
    [CLD_NO_BAND_USM] = "it was allocated by an extension",
};

/* Once for each kernel and reason. */
static void note_bare(const struct cld_object *kernel, const struct cld_object *o, uint32_t argument)
{
    struct cld_kernel_info *info = kernel->kernel.info;
    uint32_t why = atomic_load(&o->no_band);
    char text[256], name[192] = "memory that it reaches by its address";
    if (why >= sizeof reasons / sizeof reasons[0] || !reasons[why] ||
        atomic_fetch_or(&info->bandless, 1u << why) & 1u << why)
        return;
    if (argument != CLD_NO_ARGUMENT) {
        strcpy(name, "argument ");
        cld_kernel_name_arg(kernel, argument, name + strlen(name), sizeof name - strlen(name));
    }
    snprintf(text, sizeof text, "%s has no guard band: %s", name, reasons[why]);
    cld_band_note(info->name, text);
}

/* ---- before ----------------------------------------------------------------------------------------------
 */

struct placing {
    struct cld_object *queue;
    cl_uint n_waits;
    const cl_event *waits;
};

/* Only one thread places it; a launch of another's meanwhile is noted all the same. */
static bool begin(struct cld_call *call, struct cld_band *b)
{
    uint32_t phase = atomic_load_explicit(&b->phase, memory_order_relaxed);
    if (phase != CLD_BAND_BARE && !atomic_load_explicit(&b->spoilt, memory_order_relaxed))
        return false; /* nearly every launch */
    pthread_mutex_lock(&cld_bands.lock);
    if (b->spoilt && b->phase == CLD_BAND_PLACED && !b->listed) {
        b->phase = CLD_BAND_BARE;
        b->spoilt = false;
    }
    bool mine = b->phase == CLD_BAND_BARE;
    if (mine) {
        b->phase = CLD_BAND_PLACING;
        b->placer = call->thread;
    }
    pthread_mutex_unlock(&cld_bands.lock);
    return mine;
}

static cl_int enqueue(struct cld_call *call, const struct cld_band *b, const struct placing *p,
                      cl_event *event)
{
    const cl_icd_dispatch *next = &call->target->next;
    cl_command_queue queue = p->queue->handle;
    if (b->svm)
        return next->clEnqueueSVMMemcpy(queue, CL_FALSE, b->svm + b->size, cld_band_pattern(b->size),
                                        b->bytes, p->n_waits, p->waits, event);
    cl_mem pattern = cld_band_pattern_in(call->target, b->context, b->context_handle);
    return pattern ? next->clEnqueueCopyBuffer(queue, pattern, b->buffer, cld_band_shift(b->size), b->size,
                                               b->bytes, p->n_waits, p->waits, event)
                   : CL_OUT_OF_RESOURCES;
}

/* For the note afterwards. */
static bool take(struct cld_call *call, struct cld_band *b, uint32_t argument)
{
    uint32_t n = call->n_bands;
    for (uint32_t i = 0; i < n; i++)
        if (call->bands[i] == b)
            return false; /* two arguments, or parts of one buffer */
    if (n == CLD_CALL_BANDS)
        return false;
    atomic_fetch_add_explicit(&b->users, 1, memory_order_relaxed);
    call->bands[n] = b;
    call->band_arguments[n] = argument;
    call->n_bands = n + 1;
    return true;
}

static void place(struct cld_call *call, struct cld_object *kernel, struct cld_object *o, uint32_t argument,
                  void *user)
{
    struct placing *p = user;
    if (!o->band) {
        note_bare(kernel, o, argument);
        return;
    }
    struct cld_band *b = atomic_load(&o->no_band) == CLD_NO_BAND_GONE ? NULL : cld_band_of(o);
    if (!b || !take(call, b, argument) || !begin(call, b))
        return;
    cl_event event = NULL;
    bool ordered = p->queue->queue.in_order;
    if (enqueue(call, b, p, ordered ? NULL : &event) != CL_SUCCESS) {
        pthread_mutex_lock(&cld_bands.lock);
        b->phase = CLD_BAND_FAILED;
        pthread_mutex_unlock(&cld_bands.lock);
        cld_band_note(kernel->kernel.info->name, "the guard band of one of its buffers could not be written");
        return;
    }
    if (ordered)
        return;
    if (call->placed)
        call->target->next.clReleaseEvent(call->placed);
    call->placed = event;
    p->waits = &call->placed;
    p->n_waits = 1;
}

/* On a queue without an order: the program's events, and the last of ours. */
static void extend(struct cld_call *call, cl_uint *n, const cl_event **waits)
{
    call->own_waits = malloc((*n + 1) * sizeof(cl_event));
    if (!call->own_waits) /* then damage may be written over: some is missed, and none is invented */
        return;
    if (*n)
        memcpy(call->own_waits, *waits, *n * sizeof(cl_event));
    call->own_waits[*n] = call->placed;
    *waits = call->own_waits;
    ++*n;
}

void cld_bands_place(struct cld_call *call, struct cld_object *kernel, cl_uint *n_waits,
                     const cl_event **waits)
{
    struct cld_object *queue = cld_call_object(call, CLD_KIND_QUEUE);
    call->banded = false;
    if (!cld_bands_on() || !kernel || !kernel->kernel.info || !queue ||
        (kernel->kernel.info->n_args && !kernel->kernel.args) || (*n_waits && !*waits) ||
        (!*n_waits && *waits))
        return; /* that is the driver's to refuse */
    struct placing p = {queue, *n_waits, *waits};
    call->banded = true;
    call->n_bands = 0;
    call->placed = NULL;
    call->own_waits = NULL;
    call->n_asked_waits = *n_waits;
    call->asked_waits = *waits;
    walk(call, kernel, place, &p);
    if (call->n_bands == CLD_CALL_BANDS)
        cld_band_note(kernel->kernel.info->name,
                      "guard bands of its first 32 buffers are looked at, and no more");
    if (call->placed)
        extend(call, n_waits, waits);
}

/* ---- afterwards ------------------------------------------------------------------------------------------
 */

/* ---- with the lock ---- */

static struct cld_band_launch *launch_in(struct cld_band *b, uint32_t label, uint32_t stack)
{
    for (uint32_t i = 0; i < b->n_launches; i++)
        if (b->launches[i].label == label && b->launches[i].stack == stack)
            return &b->launches[i];
    return NULL;
}

static void note_launch(struct cld_call *call, const struct cld_object *kernel, struct cld_band *b,
                        uint32_t argument)
{
    const struct cld_kernel_info *info = kernel->kernel.info;
    struct cld_band_launch *l = launch_in(b, kernel->label, call->stack);
    if (!l && b->n_launches == CLD_BAND_KERNELS) {
        b->others++;
        return;
    }
    if (!l) {
        l = &b->launches[b->n_launches++];
        *l = (struct cld_band_launch){
            .label = kernel->label, .stack = call->stack, .fn = call->fn, .argument = argument};
        l->thread = call->thread->number;
        snprintf(l->kernel, sizeof l->kernel, "%s", info->name);
        if (argument != CLD_NO_ARGUMENT && cld_params(info)[argument].name)
            snprintf(l->name, sizeof l->name, "%s", cld_params(info)[argument].name);
    }
    l->launches++;
}

/* More queues than are followed: those that have finished need not be. */
static void forget_finished(struct cld_band *b)
{
    uint32_t n = atomic_load(&b->n_uses), kept = 0;
    for (uint32_t i = 0; i < n && n == CLD_USES; i++) {
        if (!cld_use_running(&b->uses[i]))
            continue;
        atomic_store(&b->uses[kept].queue, atomic_load(&b->uses[i].queue));
        atomic_store(&b->uses[kept].queue_serial, atomic_load(&b->uses[i].queue_serial));
        atomic_store(&b->uses[kept++].seq, atomic_load(&b->uses[i].seq));
    }
    if (n == CLD_USES)
        atomic_store(&b->n_uses, kept);
}

static bool note(struct cld_call *call, const struct cld_object *kernel, struct cld_band *b,
                 uint32_t argument, bool ok)
{
    struct cld_object *queue = cld_call_object(call, CLD_KIND_QUEUE);
    bool mine = b->phase == CLD_BAND_PLACING && b->placer == call->thread;
    if (b->phase == CLD_BAND_FAILED || !(mine || ok))
        return false;
    forget_finished(b);
    cld_uses_mark(b->uses, &b->n_uses, queue, call->seq);
    b->device = queue->queue.device;
    if (mine)
        b->phase = CLD_BAND_PLACED;
    if (!ok)
        return false;
    note_launch(call, kernel, b, argument);
    b->version++;
    cld_band_list(b);
    return true;
}

/* ---- one launch at a time --------------------------------------------------------------------------------
 */

#define PATIENCE_NS 2000000000ull /* for a launch that does not begin */
#define LONGEST_NS 60000000000ull /* for one that does not end */

static _Atomic bool impatient; /* a launch waits for what the program does later: no more are waited for */

static void give_way(unsigned round)
{
    const struct timespec t = {0, round < 100 ? 20000 : 1000000};
    nanosleep(&t, NULL);
}

/* Never for ever: the launch may wait for an event that this very thread is to complete. */
static bool has_ended(const cl_icd_dispatch *next, cl_event event)
{
    uint64_t since = cld_now();
    for (unsigned round = 0;; round++) {
        cl_int status = CL_QUEUED;
        if (next->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) !=
            CL_SUCCESS)
            return false;
        if (status <= CL_COMPLETE)
            return true;
        if (cld_now() - since > (status == CL_RUNNING ? LONGEST_NS : PATIENCE_NS))
            return false;
        give_way(round);
    }
}

static cl_int mark(const cl_icd_dispatch *next, cl_command_queue queue, cl_event *event)
{
    return next->clEnqueueMarkerWithWaitList ? next->clEnqueueMarkerWithWaitList(queue, 0, NULL, event)
                                             : next->clEnqueueMarker(queue, event);
}

static void narrow(struct cld_call *call, struct cld_object *queue, const char *kernel)
{
    const cl_icd_dispatch *next = &call->target->next;
    cl_event event = NULL;
    /* As with clFinish: what another thread has a number for may come behind our marker. */
    uint64_t through = atomic_load_explicit(&queue->queue.through, memory_order_acquire);
    uint64_t numbered = atomic_load(&queue->queue.seq);
    if (atomic_load(&impatient) || mark(next, queue->handle, &event) != CL_SUCCESS)
        return;
    next->clFlush(queue->handle);
    bool ended = has_ended(next, event);
    next->clReleaseEvent(event);
    if (!ended) {
        atomic_store(&impatient, true);
        cld_band_note(kernel, "its launch did not end while it was waited for: damage to guard bands is not "
                              "narrowed to one launch from here on");
        return;
    }
    cld_queue_finished(queue, through >= numbered ? numbered : 0);
    cld_bands_look_now(queue->context);
}

static bool note_all(struct cld_call *call, const struct cld_object *kernel, bool ok)
{
    bool any = false;
    if (ok)
        cld_call_stack_cached(call); /* not with the lock: it may write records */
    pthread_mutex_lock(&cld_bands.lock);
    for (uint32_t i = 0; i < call->n_bands; i++)
        any |= note(call, kernel, call->bands[i], call->band_arguments[i], ok);
    pthread_mutex_unlock(&cld_bands.lock);
    return any;
}

void cld_bands_launched(struct cld_call *call, cl_uint *n_waits, const cl_event **waits, bool ok)
{
    struct cld_object *kernel = cld_call_object(call, CLD_KIND_KERNEL);
    if (!call->banded)
        return;
    *n_waits = call->n_asked_waits;
    *waits = call->asked_waits;
    if (call->placed)
        call->target->next.clReleaseEvent(call->placed);
    free(call->own_waits);
    bool any = call->n_bands && note_all(call, kernel, ok);
    for (uint32_t i = 0; i < call->n_bands; i++)
        cld_band_release(call->bands[i]);
    if (any && cld_layer.options.narrow)
        narrow(call, cld_call_object(call, CLD_KIND_QUEUE), kernel->kernel.info->name);
}
