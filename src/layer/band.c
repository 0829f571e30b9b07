/* band.c - bands that kernels were given: who holds them, and the list of those to look at. */
#include "layer/band_state.h"

#include <stdlib.h>

struct cld_bands cld_bands = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- which object ----------------------------------------------------------------------------------------
 */

struct cld_object *cld_band_root(struct cld_object *o)
{
    for (int depth = 0; o && depth < 4; depth++) {
        if (o->kind == CLD_KIND_SVM || (o->kind == CLD_KIND_MEM && o->subkind == CLD_SUB_BUFFER))
            return o;
        struct cld_object *p = o->parent;
        if (!p || p->kind != CLD_KIND_MEM || atomic_load(&p->serial) != o->parent_serial)
            return NULL;
        o = p;
    }
    return NULL;
}

/* ---- references ------------------------------------------------------------------------------------------
 */

static struct cld_band *make(struct cld_object *o)
{
    struct cld_object *context = o->context;
    if (!context || atomic_load(&context->serial) != o->context_serial)
        return NULL;
    struct cld_band *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    atomic_store(&b->users, 1);
    atomic_store(&b->holds, 1);
    b->buffer = o->kind == CLD_KIND_MEM ? o->handle : NULL;
    b->svm = o->kind == CLD_KIND_SVM ? o->handle : NULL;
    b->size = o->bytes;
    b->bytes = o->band;
    b->generation = cld_bands.generation;
    b->target = o->target;
    b->owner = o;
    b->owner_serial = atomic_load(&o->serial);
    b->context = context;
    b->context_serial = o->context_serial;
    b->context_handle = context->handle;
    cld_object_describe(o, &b->object);
    if (b->buffer && b->target->next.clRetainMemObject(b->buffer) != CL_SUCCESS) {
        free(b);
        return NULL;
    }
    return b;
}

struct cld_band *cld_band_of(struct cld_object *o)
{
    struct cld_band *b = atomic_load_explicit(&o->banded, memory_order_acquire);
    if (!b) {
        struct cld_band *made = make(o);
        if (made && atomic_compare_exchange_strong(&o->banded, &b, made))
            b = made;
        else if (made) { /* another thread's came first */
            cld_band_let_go(made);
            cld_band_release(made);
        }
    }
    return b && b->generation == cld_bands.generation ? b : NULL;
}

void cld_band_release(struct cld_band *b)
{
    if (b && atomic_fetch_sub(&b->users, 1) == 1)
        free(b);
}

void cld_band_let_go(struct cld_band *b)
{
    if (atomic_fetch_sub(&b->holds, 1) != 1 || !b->buffer || b->generation != cld_bands.generation)
        return;
    /* A release that the driver refuses would keep the program's buffer for ever: it is tried again. */
    for (int tries = 0; tries < 16 && b->target->next.clReleaseMemObject(b->buffer) != CL_SUCCESS; tries++)
        ;
}

/* ---- the list --------------------------------------------------------------------------------------------
 */

void cld_band_list(struct cld_band *b)
{
    if (!b->listed) {
        b->listed = true;
        b->next = cld_bands.list;
        cld_bands.list = b;
        atomic_fetch_add(&b->users, 1);
    }
    if (!atomic_load_explicit(&cld_bands.some, memory_order_relaxed))
        atomic_store(&cld_bands.some, true);
}

/* Its reference is the caller's now. */
void cld_band_unlist(struct cld_band *b)
{
    struct cld_band **at = &cld_bands.list;
    while (*at && *at != b)
        at = &(*at)->next;
    if (*at)
        *at = b->next;
    b->listed = false;
}

static bool all_finished(struct cld_use *uses, uint32_t n)
{
    for (uint32_t i = 0; i < n && i < CLD_USES; i++)
        if (cld_use_running(&uses[i]))
            return false;
    return n <= CLD_USES;
}

/*
 * Its launches have finished, as far as is known; so its pattern was written before, and nobody writes to it
 * now. With several devices a copy on one of them may move the whole buffer there: then nobody may use it.
 */
bool cld_band_is_ready(struct cld_band *b)
{
    const struct cld_object *context = b->context;
    bool alone = atomic_load(&context->serial) == b->context_serial && context->context_.n_devices <= 1;
    if (b->phase != CLD_BAND_PLACED || !all_finished(b->uses, atomic_load(&b->n_uses)))
        return false;
    return alone || b->svm || atomic_load(&b->owner->serial) != b->owner_serial ||
           all_finished(b->owner->uses, atomic_load(&b->owner->n_uses));
}
