/* twin_kernel.c - mirrored arguments, and launches of the twin. */
#include "layer/twin_kernel.h"

#include "layer/diagnose.h"
#include "layer/kernel_info.h"
#include "layer/ranges.h"
#include "layer/twin_log.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- mirrored arguments ----------------------------------------------------------------------------------
 */

struct cld_twin_kernel *cld_twin_kernel_new(const struct cld_object *kernel)
{
    const struct cld_kernel_info *info = kernel->kernel.info;
    if (!cld_twins_on() || !info)
        return NULL;
    struct cld_twin_kernel *k = calloc(1, sizeof *k + info->n_args * sizeof k->args[0]);
    if (!k)
        return NULL;
    pthread_mutexattr_t checks;
    pthread_mutexattr_init(&checks);
    pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&k->lock, &checks);
    pthread_mutexattr_destroy(&checks);
    k->n_args = info->n_args;
    for (uint32_t i = 0; i < k->n_args; i++) {
        k->args[i].bytes = k->args[i].small;
        k->args[i].room = sizeof k->args[i].small;
        cld_mirror_room(k, i, cld_params(info)[i].size);
    }
    struct cld_object *p = kernel->parent;
    if (p && p->kind == CLD_KIND_PROGRAM && p->serial == kernel->parent_serial &&
        cld_twins_ours(p->program.twins)) {
        k->home = p->program.twins;
        cld_twins_join(k->home);
    }
    return k;
}

bool cld_mirror_room(struct cld_twin_kernel *k, uint32_t index, size_t size)
{
    if (index >= k->n_args)
        return false;
    struct cld_mirror *m = &k->args[index];
    if (size <= m->room)
        return true;
    unsigned char *bytes = size <= UINT32_MAX ? malloc(size) : NULL;
    if (!bytes)
        return false;
    memcpy(bytes, m->bytes, m->room);
    if (m->bytes != m->small)
        free(m->bytes);
    m->bytes = bytes;
    m->room = (uint32_t)size;
    return true;
}

static struct cld_exec_info *new_info(cl_kernel_exec_info name, size_t size, const void *value,
                                      uint32_t version)
{
    struct cld_exec_info *e = malloc(sizeof *e + size);
    if (e) {
        *e = (struct cld_exec_info){NULL, name, version, size};
        memcpy(e->value, value, size);
    }
    return e;
}

void cld_mirror_exec_info(struct cld_twin_kernel *k, cl_kernel_exec_info name, size_t size, const void *value)
{
    struct cld_exec_info *e = new_info(name, size, value, k->exec_version + 1), **at = &k->exec;
    if (!e || pthread_mutex_lock(&k->lock)) {
        free(e);
        return;
    }
    while (*at && (*at)->name != name)
        at = &(*at)->next;
    struct cld_exec_info *old = *at;
    if (old) /* set anew: as if it came last */
        *at = old->next;
    while (*at)
        at = &(*at)->next;
    *at = e;
    k->exec_version++;
    atomic_fetch_add(&k->changes, 1);
    pthread_mutex_unlock(&k->lock);
    free(old);
}

void cld_twin_kernel_copy(struct cld_twin_kernel *to, const struct cld_twin_kernel *from)
{
    for (uint32_t i = 0; i < to->n_args && i < from->n_args; i++) {
        const struct cld_mirror *m = &from->args[i];
        if (m->how != CLD_ARG_UNSET && cld_mirror_room(to, i, m->how == CLD_ARG_NULL ? 0 : m->size))
            cld_mirror_set(to, i, m->how, m->size, m->bytes, false);
    }
    for (const struct cld_exec_info *e = from->exec; e; e = e->next)
        cld_mirror_exec_info(to, e->name, e->size, e->value);
}

/* ---- the end ---------------------------------------------------------------------------------------------
 */

void cld_twin_kernel_leave(struct cld_twin_kernel *k)
{
    if (!k->home || !cld_twins_ours(k->home))
        return;
    if (pthread_mutex_lock(&k->lock))
        return;
    k->closed = true;
    struct cld_lane *lanes = atomic_load(&k->lanes);
    pthread_mutex_unlock(&k->lock);
    for (; lanes; lanes = lanes->next) /* their memory stays: a racing thread may look */
        cld_lane_close(k, lanes);
    cld_twins_leave(k->home);
}

cl_uint cld_twin_kernel_refs(struct cld_twin_kernel *k)
{
    cl_uint sum = 0;
    if (!cld_twins_ours(k->home) || k->closed)
        return 0;
    for (struct cld_lane *l = atomic_load(&k->lanes); l; l = l->next) {
        cl_uint refs = 1;
        if (l->kernel)
            k->home->target->next.clGetKernelInfo(l->kernel, CL_KERNEL_REFERENCE_COUNT, sizeof refs, &refs,
                                                  NULL);
        sum += refs - 1;
    }
    return sum;
}

static void free_lane(struct cld_lane *lane)
{
    cld_twin_release(lane->of);
    free(lane->hidden);
    free(lane->sized);
    free(lane->sizes);
    free(lane->ranges_of);
    free(lane);
}

void cld_twin_kernel_free(struct cld_twin_kernel *k)
{
    if (!k)
        return;
    for (struct cld_lane *l = atomic_load(&k->lanes), *next; l; l = next) {
        next = l->next;
        free_lane(l);
    }
    for (uint32_t i = 0; i < k->n_args; i++)
        if (k->args[i].bytes != k->args[i].small)
            free(k->args[i].bytes);
    for (struct cld_exec_info *e = k->exec, *next; e; e = next) {
        next = e->next;
        free(e);
    }
    cld_twins_release(k->home);
    free(k);
}

/* ---- launches --------------------------------------------------------------------------------------------
 */

#define MOST_LANES 8 /* of a device: threads that launch one kernel object at the same time */

/*
 * A lane that no other thread launches at this moment; one that runs the original; or, with many threads,
 * any: then K may be another launch's. NULL: one more is to be opened.
 */
static struct cld_lane *take_lane(const struct cld_twin_kernel *k, cl_device_id device, bool *mine)
{
    struct cld_lane *other = NULL;
    int n = 0;
    *mine = false;
    for (struct cld_lane *l = atomic_load_explicit(&k->lanes, memory_order_acquire); l; l = l->next) {
        if (l->device != device)
            continue;
        if (!atomic_load_explicit(&l->twin, memory_order_acquire))
            return l;
        if (!atomic_load_explicit(&l->busy, memory_order_relaxed) && !atomic_exchange(&l->busy, true)) {
            *mine = true;
            return l;
        }
        other = l;
        n++;
    }
    return n < MOST_LANES ? NULL : other;
}

static bool is_current(const struct cld_twin_kernel *k, const struct cld_lane *lane)
{
    return atomic_load_explicit(&lane->applied, memory_order_acquire) ==
               atomic_load_explicit(&k->changes, memory_order_acquire) &&
           atomic_load_explicit(&lane->ranges_seen, memory_order_relaxed) == cld_ranges_generation();
}

static bool all_set(const struct cld_twin_kernel *k)
{
    for (uint32_t i = 0; i < k->n_args; i++)
        if (k->args[i].how == CLD_ARG_UNSET)
            return false;
    return true;
}

cl_kernel cld_twin_launch(struct cld_call *call, struct cld_object *queue, struct cld_object *kernel)
{
    struct cld_twin_kernel *k = kernel->kernel.twin;
    if (!k || !k->home) {
        cld_twin_skipped(call, kernel, "cldoctor did not see how its program was made");
        return NULL;
    }
    if (!cld_twins_ours(k->home) || !queue)
        return NULL;
    if (atomic_load_explicit(&cld_layer.foreign_arguments, memory_order_relaxed)) {
        cld_twin_skipped(call, kernel, "the program sets arguments by a call that cldoctor does not know");
        return NULL;
    }
    bool mine;
    struct cld_lane *lane = take_lane(k, queue->queue.device, &mine);
    if (!lane) {
        lane = cld_lane_open(call, kernel, queue->queue.device);
        mine = lane != NULL;
    }
    if (!lane)
        return NULL;
    if (!atomic_load_explicit(&lane->twin, memory_order_acquire) ||
        (!is_current(k, lane) &&
         (!all_set(k) || !cld_lane_apply(call, kernel, lane)))) { /* unset: the driver will say so */
        if (mine)
            atomic_store_explicit(&lane->busy, false, memory_order_release);
        return NULL;
    }
    call->lane = lane;
    call->lane_is_mine = mine;
    return lane->kernel;
}

void cld_twin_launched(struct cld_call *call)
{
    struct cld_lane *lane = call->lane;
    struct cld_object *queue = cld_call_object(call, CLD_KIND_QUEUE);
    if (lane->log && queue)
        cld_log_launched(lane->log, queue, call->seq);
    if (call->lane_is_mine)
        atomic_store_explicit(&lane->busy, false, memory_order_release);
}

void cld_lane_give_up(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane,
                      const char *reason)
{
    atomic_store(&lane->twin, false);
    if (kernel->kernel.info)
        atomic_fetch_add(&kernel->kernel.info->twin_failures, 1);
    cld_twin_skipped(call, kernel, reason);
}

void cld_call_retried(struct cld_call *call, cl_int first, cl_int ret)
{
    struct cld_object *kernel = cld_call_object(call, CLD_KIND_KERNEL);
    char reason[128];
    if (ret != CL_SUCCESS || !kernel) /* it fails without us as well */
        return;
    snprintf(reason, sizeof reason, "the driver does not launch its twin: %s", cld_code_name(first));
    cld_lane_give_up(call, kernel, call->lane, reason);
}

/* ---- the work-group size that the driver would have chosen -----------------------------------------------
 */

#define PLATFORMS 16
static struct {
    _Atomic(cl_platform_id) platform;
    _Atomic(void *) function; /* NULL: this platform has none */
} suggesters[PLATFORMS];

static void *suggester(const struct cld_call *call, cl_platform_id platform)
{
    for (int i = 0; platform && i < PLATFORMS; i++) {
        cl_platform_id at = atomic_load_explicit(&suggesters[i].platform, memory_order_acquire);
        if (at == platform)
            return atomic_load(&suggesters[i].function);
        if (at)
            continue;
        void *f = call->target->next.clGetExtensionFunctionAddressForPlatform
                      ? call->target->next.clGetExtensionFunctionAddressForPlatform(
                            platform, "clGetKernelSuggestedLocalWorkSizeKHR")
                      : NULL;
        if (!at && !atomic_load(&suggesters[i].function))
            atomic_store(&suggesters[i].function, f);
        if (atomic_compare_exchange_strong(&suggesters[i].platform, &at, platform) || at == platform)
            return f;
    }
    return NULL;
}

static bool is_last(const struct cld_lane *lane, cl_uint dims, const size_t offset[3], const size_t *global)
{
    return lane->suggested.valid && lane->suggested.dims == dims &&
           memcmp(lane->suggested.offset, offset, dims * sizeof *offset) == 0 &&
           memcmp(lane->suggested.global, global, dims * sizeof *global) == 0;
}

static bool ask(struct cld_call *call, cld_ext_clGetKernelSuggestedLocalWorkSizeKHR f,
                const struct cld_object *queue, cl_uint dims, const size_t offset[3], const size_t *global)
{
    struct cld_lane *lane = call->lane;
    if (f(queue->handle, call->own_kernel, dims, offset, global, call->suggested) != CL_SUCCESS)
        return false;
    lane->suggested.valid = true;
    lane->suggested.dims = dims;
    memcpy(lane->suggested.offset, offset, dims * sizeof *offset);
    memcpy(lane->suggested.global, global, dims * sizeof *global);
    memcpy(lane->suggested.local, call->suggested, dims * sizeof *global);
    return true;
}

const size_t *cld_twin_local_size(struct cld_call *call, const struct cld_object *queue, cl_uint dims,
                                  const size_t *offset, const size_t *global)
{
    void *f = suggester(call, queue->platform ? queue->platform
                                              : (queue->context ? queue->context->platform : NULL));
    struct cld_twin_kernel *k = cld_call_object(call, CLD_KIND_KERNEL)->kernel.twin;
    size_t zero[3] = {0, 0, 0};
    if (!f || !global || dims < 1 || dims > 3 || pthread_mutex_lock(&k->lock))
        return NULL;
    bool known = is_last(call->lane, dims, offset ? offset : zero, global);
    if (known)
        memcpy(call->suggested, call->lane->suggested.local, dims * sizeof *global);
    else
        known = ask(call, (cld_ext_clGetKernelSuggestedLocalWorkSizeKHR)f, queue, dims,
                    offset ? offset : zero, global);
    pthread_mutex_unlock(&k->lock);
    return known ? call->suggested : NULL;
}
