/* twin.c - the twins of a program: when they are built, and when they go. */
#include "layer/twin.h"

#include "layer/twin_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PATIENCE_S                                                                                           \
    60 /* for another thread's build; a thread that must not wait at all gets away in the end */

static uint32_t generation; /* forks so far; written by the forking thread only */

/* Set while this thread builds: what the driver calls back then runs as the program wrote it. */
static __thread bool building;

bool cld_twins_ours(const struct cld_twins *t)
{
    return t && t->generation == generation;
}

void cld_twins_forked(void)
{
    generation++;
    building = false;
}

/* ---- one twin -------------------------------------------------------------------------------------------
 */

void cld_twin_release(struct cld_twin *twin)
{
    if (!twin || atomic_fetch_sub(&twin->users, 1) != 1)
        return;
    cld_twin_text_free(&twin->text);
    free(twin->reason);
    free(twin);
}

/* Takes out what the driver holds; with the lock held. */
struct held {
    cl_program program;
    struct cld_log *log;
    cl_device_id device;
};

static struct held take_out(struct cld_twin *twin)
{
    struct held h = {twin->program, twin->log, twin->device};
    twin->program = NULL;
    twin->log = NULL;
    twin->retired = true;
    return h;
}

static void let_go(const struct cld_twins *t, struct held h)
{
    if (h.log) {
        cld_trace_tell(t, h.device, h.log->buffer);
        cld_log_close(h.log);
    }
    if (h.program) {
        t->target->next.clReleaseProgram(h.program);
        cld_twin_count(t, CLD_COUNT_PROGRAM, -1);
    }
}

/* Lets go of a list that nobody else can reach any more. */
static void retire(struct cld_twins *t, struct cld_twin *list)
{
    while (list) {
        struct cld_twin *next = list->next;
        pthread_mutex_lock(&t->lock);
        struct held h = take_out(list);
        pthread_mutex_unlock(&t->lock);
        let_go(t, h);
        cld_twin_release(list);
        list = next;
    }
}

struct cld_log *cld_twin_log(struct cld_twins *t, struct cld_twin *twin)
{
    pthread_mutex_lock(&t->lock);
    bool there = twin->log != NULL;
    pthread_mutex_unlock(&t->lock);
    struct cld_log *made = there ? NULL : cld_log_new(t, twin);
    pthread_mutex_lock(&t->lock);
    if (!twin->log && made && !twin->retired) {
        twin->log = made;
        made = NULL;
    }
    struct cld_log *log = twin->log;
    if (log)
        cld_log_retain(log);
    pthread_mutex_unlock(&t->lock);
    cld_log_close(made); /* another thread was faster, or the twin is gone */
    return log;
}

/* ---- building -------------------------------------------------------------------------------------------
 */

static struct cld_twin *find(struct cld_twins *t, cl_device_id device)
{
    struct cld_twin *twin = t->all;
    while (twin && twin->device != device)
        twin = twin->next;
    return twin;
}

static struct cld_twin *enter(struct cld_twins *t, cl_device_id device)
{
    struct cld_twin *twin = calloc(1, sizeof *twin);
    if (!twin)
        return NULL;
    atomic_store(&twin->users, 2); /* the list, and the caller who builds */
    twin->device = device;
    twin->phase = CLD_TWIN_BUILDING;
    twin->next = t->all;
    t->all = twin;
    return twin;
}

/* With the lock held, which is given up meanwhile. */
static bool wait_for(struct cld_twins *t, const struct cld_twin *twin)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += PATIENCE_S;
    while (twin->phase == CLD_TWIN_BUILDING)
        if (pthread_cond_timedwait(&t->changed, &t->lock, &until) == ETIMEDOUT)
            return false;
    return true;
}

static cl_program make(struct cld_call *call, struct cld_twins *t, struct cld_twin *twin)
{
    struct cld_recipe *recipe = cld_twins_recipe(t, twin->device);
    cl_program program = NULL;
    if (!recipe)
        twin->reason = strdup("cldoctor did not see how its program was built");
    else if (recipe->reason)
        twin->reason = strdup(recipe->reason);
    else {
        building = true;
        cld_call_enter(call); /* a death in the driver's compiler is told as one in this call */
        program = cld_twin_build(t, twin->device, recipe, &twin->text, &twin->reason);
        cld_call_leave(call);
        building = false;
    }
    cld_recipe_release(recipe);
    return program;
}

static void build(struct cld_call *call, struct cld_twins *t, struct cld_twin *twin)
{
    cl_program program = make(call, t, twin);
    struct held h = {NULL, NULL, NULL};
    if (program)
        cld_twin_count(t, CLD_COUNT_PROGRAM, 1);
    pthread_mutex_lock(&t->lock);
    twin->program = program;
    if (twin->retired)
        h = take_out(twin);
    twin->phase = program ? CLD_TWIN_READY : CLD_TWIN_FAILED;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    let_go(t, h);
    if (program && cld_layer.options.api)
        cld_twin_structs(call, t->serial, &twin->text);
}

struct cld_twin *cld_twin_get(struct cld_call *call, struct cld_twins *t, cl_device_id device)
{
    if (building)
        return NULL;
    bool mine = false;
    pthread_mutex_lock(&t->lock);
    struct cld_twin *twin = t->closed ? NULL : find(t, device);
    if (twin) {
        atomic_fetch_add(&twin->users, 1);
        if (!wait_for(t, twin)) {
            cld_twin_release(twin);
            twin = NULL;
        }
    } else if (!t->closed) {
        mine = (twin = enter(t, device)) != NULL;
    }
    pthread_mutex_unlock(&t->lock);
    if (mine)
        build(call, t, twin);
    return twin;
}

/* ---- of a program ---------------------------------------------------------------------------------------
 */

void cld_twins_open(struct cld_object *program)
{
    pthread_condattr_t monotonic;
    struct cld_twins *t = program && program->context ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return;
    atomic_store(&t->users, 1);
    atomic_store(&t->alive, 1);
    t->generation = generation;
    pthread_mutex_init(&t->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&t->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    t->target = program->target;
    t->context = program->context;
    t->context_serial = program->context_serial;
    t->context_handle = program->context->handle;
    t->platform = program->platform;
    t->serial = program->serial;
    program->program.twins = t;
}

struct cld_recipe *cld_twins_recipe(struct cld_twins *t, cl_device_id device)
{
    pthread_mutex_lock(&t->lock);
    struct cld_recipe *r = cld_recipe_retain(cld_made_for(t->made, device));
    pthread_mutex_unlock(&t->lock);
    return r;
}

struct cld_made *cld_twins_made(struct cld_twins *t)
{
    pthread_mutex_lock(&t->lock);
    struct cld_made *copy = cld_made_copy(t->made);
    pthread_mutex_unlock(&t->lock);
    return copy;
}

static void remove_made(struct cld_made **list, cl_device_id device, struct cld_made **removed)
{
    while (*list) {
        struct cld_made *m = *list;
        if (device && m->device != device) {
            list = &m->next;
            continue;
        }
        *list = m->next;
        m->next = *removed;
        *removed = m;
    }
}

static void remove_twins(struct cld_twin **list, cl_device_id device, struct cld_twin **removed)
{
    while (*list) {
        struct cld_twin *twin = *list;
        if (device && twin->device != device) {
            list = &twin->next;
            continue;
        }
        *list = twin->next;
        twin->next = *removed;
        *removed = twin;
    }
}

void cld_twins_adopt(struct cld_twins *t, const struct cld_made *made)
{
    struct cld_made *old = NULL;
    struct cld_twin *retired = NULL;
    if (!cld_twins_ours(t) || !made)
        return;
    pthread_mutex_lock(&t->lock);
    for (const struct cld_made *m = made; m; m = m->next) {
        remove_made(&t->made, m->device, &old);
        remove_twins(&t->all, m->device, &retired);
    }
    for (; made; made = made->next)
        cld_made_add(&t->made, made->device, made->recipe);
    pthread_mutex_unlock(&t->lock);
    cld_made_free(old);
    retire(t, retired);
}

void cld_twins_join(struct cld_twins *t)
{
    atomic_fetch_add(&t->users, 1);
    atomic_fetch_add(&t->alive, 1);
}

void cld_twins_leave(struct cld_twins *t)
{
    if (!cld_twins_ours(t) || atomic_fetch_sub(&t->alive, 1) != 1)
        return;
    pthread_mutex_lock(&t->lock);
    struct cld_twin *all = t->all;
    t->all = NULL;
    t->closed = true;
    pthread_mutex_unlock(&t->lock);
    retire(t, all);
}

void cld_twins_release(struct cld_twins *t)
{
    if (!t || atomic_fetch_sub(&t->users, 1) != 1)
        return;
    cld_made_free(t->made);
    while (t->all) { /* a handle that was used anew before its release was seen: the driver's part is lost */
        struct cld_twin *next = t->all->next;
        cld_twin_release(t->all);
        t->all = next;
    }
    free(t);
}
