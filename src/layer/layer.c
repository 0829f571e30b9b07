/* layer.c - starting the layer in a process, and starting anew in its forked children. */
#include "layer/layer.h"

#include "layer/band.h"
#include "layer/binaries.h"
#include "layer/build_keep.h"
#include "layer/call.h"
#include "layer/finding.h"
#include "layer/hang_watch.h"
#include "layer/harvest.h"
#include "layer/instrumenter.h"
#include "layer/kernel_info.h"
#include "layer/launch_key.h"
#include "layer/object.h"
#include "layer/ranges.h"
#include "layer/stack.h"
#include "layer/strings.h"
#include "layer/thread.h"
#include "layer/twin.h"
#include "layer/twin_log.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cld_layer cld_layer;

uint64_t cld_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void open_session(bool forked)
{
    const char *folder = getenv("CLDOCTOR_SESSION");
    if (!folder || !*folder)
        folder = cld_layer.options.folder;
    int error =
        cld_session_open(&cld_layer.session, folder, cld_layer.options.max_bytes, cld_layer.how, forked);
    cld_layer.open = error == 0;
    if (error)
        cld_notice("cannot write the session folder %s: %s; findings are only printed", folder,
                   strerror(error));
    else
        atomic_fetch_add(&cld_layer.session.control->layers, 1);
}

/* All locks in one order, so that the child of a fork finds every structure whole. */
static void before_fork(void)
{
    cld_instrumenter_lock();
    cld_harvest_lock();
    cld_findings_lock();
    cld_logs_lock();
    cld_bands_lock();
    cld_objects_lock();
    cld_launch_keys_lock();
    cld_ranges_lock();
    cld_kernels_lock();
    cld_binaries_lock();
    cld_extensions_lock();
    cld_stacks_lock();
    cld_strings_lock();
    cld_threads_lock();
    pthread_mutex_lock(&cld_layer.session.lock);
}

static void after_fork_in_parent(void)
{
    pthread_mutex_unlock(&cld_layer.session.lock);
    cld_threads_unlock();
    cld_strings_unlock();
    cld_stacks_unlock();
    cld_extensions_unlock();
    cld_binaries_unlock();
    cld_kernels_unlock();
    cld_ranges_unlock();
    cld_launch_keys_unlock();
    cld_objects_unlock();
    cld_bands_unlock();
    cld_logs_unlock();
    cld_findings_unlock();
    cld_harvest_unlock();
    cld_instrumenter_unlock();
}

/* The child opens a folder of its own at its first OpenCL call: most children call exec or exit instead. */
static void after_fork_in_child(void)
{
    cld_session_forget(&cld_layer.session);
    cld_extensions_unlock(); /* whole, and as true in the child as in the parent */
    cld_binaries_unlock();
    cld_kernels_unlock();
    cld_ranges_forked();
    cld_launch_keys_forked();
    cld_bands_forked();
    cld_logs_forked();
    cld_instrumenter_forked();
    cld_twins_forked();
    cld_threads_forked();
    cld_strings_forked();
    cld_stacks_forked();
    cld_objects_forked();
    cld_findings_forked();
    cld_build_keep_forked();
    cld_harvest_forked();
    cld_hang_forked();
    cld_layer.open = false;
    cld_layer.forked = true;
}

void cld_layer_reopen(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (cld_layer.forked) {
        open_session(true);
        cld_layer.forked = false;
    }
    pthread_mutex_unlock(&lock);
}

static void start(void)
{
    cld_options_read(&cld_layer.options, getenv("CLDOCTOR_OPTIONS"));
    cld_notice_start();
    cld_stack_start();
    open_session(false);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

void cld_layer_start(const char *how)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    cld_layer.how = how;
    pthread_once(&once, start);
}

/* The program ends in an orderly way: the report can tell this from a death. */
static void at_exit(void)
{
    cld_harvest_stop();
    cld_logs_read_last();
    cld_bands_look_last();
    struct cld_thread *t = cld_thread_self();
    struct cld_rec_exit *e = cld_rec_reserve(&cld_layer.session, t->file, sizeof *e, CLD_REC_ESSENTIAL);
    if (e) {
        e->ns = cld_now();
        cld_rec_commit(t->file, e, CLD_REC_EXIT, 0);
    }
}

/*
 * Registered with the first context, when the driver has registered its own handlers: those run later than
 * ours, so the driver is whole when we harvest for the last time. Nothing of the program's order changes.
 */
void cld_layer_watch_exit(void)
{
    static atomic_flag done = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&done))
        atexit(at_exit);
}
