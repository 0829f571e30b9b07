/*
 * layer.h - the layer's one context, and the threads of the program.
 */
#ifndef CLD_LAYER_LAYER_H
#define CLD_LAYER_LAYER_H

#include "layer/calls.gen.h"
#include "record/write.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct cld_options {
    bool quiet, verbose, color;
    bool api, lifetime, build, bounds, barrier, guard; /* checks of this version */
    bool narrow; /* guard is the only one: looked at after each launch */
    bool timestamps;
    bool all_timestamps; /* also where they cost much */
    uint64_t timeout_ns; /* a launch that runs longer is a finding; 0: none is */
    uint64_t max_bytes;
    char folder[4096];
    char twins[40];        /* the instrumenter's passes (instrument/pass.h), by "+"; "": no twins */
    bool twins_tell;       /* some of these passes write findings into logs */
    bool twins_chosen;     /* by name, whatever the checks */
    bool kernels_chosen;   /* by the glob that follows */
    char kernels[256];     /* of the kernels that get twins */
    bool no_binary_cache;  /* programs are not to be given the binaries that they kept */
    char instrumenter[96]; /* abstract socket name of the server that `cldoctor run` owns; "": none */
    char instrument[4096]; /* path of cldoctor-instrument; "": not found, or no twins */
};

/* One ICD loader of the process, and the functions below the layer. */
struct cld_target {
    cl_icd_dispatch next;  /* zero where the loader's table is shorter than ours */
    cl_icd_dispatch table; /* ours, as given to the loader */
    bool used;
    unsigned slot;
};
extern struct cld_target cld_targets[CLD_SLOTS];

#define CLD_RING 16384

/* A command whose device timestamps are still to be had. */
struct cld_pending {
    cl_event event; /* holds one reference of ours */
    uint64_t id;    /* of the command record; 0: thinned out */
    struct cld_object *queue;
    uint64_t queue_serial, seq;
    struct cld_target *target;
    uint32_t label, key,
        stack; /* of a launch: what it is found to be when it does not finish. label 0: it is none */
    uint32_t thread;
};

/* What a thread waits for inside the driver. */
struct cld_wait_note {
    _Atomic(struct cld_object *) queue; /* NULL: it does not wait. Stored last, and first to go */
    _Atomic uint64_t number;            /* of the wait */
    _Atomic uint64_t queue_serial,
        seq; /* for the queue's commands up to this one; or, of events, for this one */
};

/* What the layer keeps for each thread of the program. Reused when the thread has ended; never freed. */
struct cld_thread {
    struct cld_thread *next, *next_idle;
    struct cld_rec_file *file;         /* NULL: no room */
    struct cld_records_header *header; /* of that file, or `spare` */
    struct cld_records_header *spare;
    uint32_t number;
    bool harvesting;                      /* inside the harvester: its callbacks must not wait for it */
    struct cld_rec_finding *failure;      /* the last failed call's, until it is known what comes next */
    struct cld_stack_cache *stacks;       /* of calls that come again and again; NULL: none yet */
    uint64_t timing_credit, timing_since; /* nanoseconds: see cld_harvest_affords() */
    struct cld_pending *ring;             /* single producer (the thread), single consumer (the harvester) */
    struct cld_wait_note wait;
    struct { /* the watch's own: the call in which it saw this thread, and since when */
        uint32_t fn;
        uint64_t number, since;
    } seen;
    _Atomic uint32_t head;
    _Alignas(64) _Atomic uint32_t tail; /* on a cache line of its own: the harvester writes it */
};

struct cld_layer {
    struct cld_options options;
    struct cld_session session;
    bool open;   /* the session takes records */
    bool forked; /* in a forked child that has not called OpenCL yet */
    const char *how;
    _Atomic bool
        foreign_arguments; /* the program sets kernel arguments by an extension that we do not know */
};
extern struct cld_layer cld_layer;

/* Starts the layer in this process (once; later calls do nothing). `how`: "layer" or "preload". */
void cld_layer_start(const char *how);

/* In a forked child, at its first call: opens its own part of the session. */
void cld_layer_reopen(void);
/* From the first context on: notes an orderly exit and harvests for the last time. */
void cld_layer_watch_exit(void);

/* Of the calling thread; made when it is new. Never NULL. */
struct cld_thread *cld_thread_self(void);
struct cld_thread *cld_thread_list(void);

/* Marks in the thread's file that it is inside the driver: a death there is then told as such. */
static inline void cld_enter_driver(struct cld_records_header *h, uint32_t fn, const void *from)
{
    atomic_store_explicit(&h->in_call_from, (uint64_t)(uintptr_t)from, memory_order_relaxed);
    atomic_store_explicit(&h->in_call, fn + 1, memory_order_relaxed);
}

static inline void cld_leave_driver(struct cld_records_header *h)
{
    atomic_store_explicit(&h->in_call, 0, memory_order_relaxed);
}

uint64_t cld_now(void); /* CLOCK_MONOTONIC, nanoseconds */

void cld_options_read(struct cld_options *o, const char *text);

#endif
