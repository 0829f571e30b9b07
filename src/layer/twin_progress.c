/* twin_progress.c - one line when building a twin takes more than a second, and one at its end. */
#include "layer/twin.h"

#include "layer/finding.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct cld_progress {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool done, told;
    uint64_t program, since;
    pthread_t thread;
};

static void *watch(void *data)
{
    struct cld_progress *p = data;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 1;
    pthread_mutex_lock(&p->lock);
    while (!p->done && pthread_cond_timedwait(&p->changed, &p->lock, &until) == 0)
        ;
    p->told = !p->done;
    pthread_mutex_unlock(&p->lock);
    if (p->told)
        cld_notice("instrumenting kernels of program %llu...", (unsigned long long)p->program);
    return NULL;
}

/* A thread that the program's signals pass by. */
static bool start_thread(struct cld_progress *p)
{
    sigset_t all, before;
    pthread_attr_t small;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 128 << 10);
    bool ok = pthread_create(&p->thread, &small, watch, p) == 0;
    pthread_attr_destroy(&small);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

struct cld_progress *cld_progress_start(uint64_t program)
{
    pthread_condattr_t monotonic;
    struct cld_progress *p = cld_layer.options.quiet ? NULL : calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->program = program;
    p->since = cld_now();
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&p->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (start_thread(p))
        return p;
    free(p);
    return NULL;
}

void cld_progress_stop(struct cld_progress *p, bool ok)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->done = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    if (p->told)
        cld_notice("instrumenting kernels of program %llu %s after %.1f s", (unsigned long long)p->program,
                   ok ? "ended" : "failed", (double)(cld_now() - p->since) / 1e9);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
