/*
 * hang_watch.h - launches that do not finish, and who waits for them.
 *
 * Looked at by the harvester's thread, ten times a second. A command that has an event is running when the
 * event says so; of one without, what is known is that a thread has waited for its queue all this time, and
 * how many launches that can be: of n that nobody else holds up, one takes longer than a time when all of
 * them take longer than n times that. A launch that waits for events, or that nobody has flushed, is none of
 * them.
 */
#ifndef CLD_LAYER_HANG_WATCH_H
#define CLD_LAYER_HANG_WATCH_H

#include "layer/call.h"

/* Without --timeout a line is printed after this time, and no more. */
#define CLD_HANG_NOTICE_NS 10000000000u

/* A launch that runs for long, or several of which one does. */
struct cld_hang {
    struct cld_object *queue;
    uint64_t queue_serial, seq; /* of the first */
    uint64_t since;             /* at the latest */
    uint64_t ran_ns;            /* so far */
    uint64_t last;              /* where it is one of several: the last of them; else as seq */
    uint32_t count;
    bool running;           /* the device says that it runs; else it has not finished */
    uint32_t label, key;    /* 0: not known */
    uint32_t stack, thread; /* of its call */
};

/* Whether with --timeout this command is to have an event, whatever it costs. */
bool cld_hang_needs_event(const struct cld_call *call, const struct cld_object *queue);
/* Fills in what is kept of a launch with its event. */
void cld_hang_describe(const struct cld_call *call, struct cld_pending *p);

/* The harvester's thread: looks at what has not finished, its lock held; then says what there is to say,
 * without. */
void cld_hang_look(const struct cld_pending *list, size_t count);
void cld_hang_tell(void);
/* A thread of the program waits in the driver, or is about to. */
bool cld_hang_anyone_waits(void);
/* A thread of the program is inside the driver since `*since`, in one call. False: it is not, or for less
 * than a look. */
bool cld_hang_inside(const struct cld_thread *t, uint32_t *fn, const void **from, uint64_t *since);

/* hang_finding.c */
void cld_hang_notice(const struct cld_hang *h);
struct cld_rec_finding *cld_hang_report(const struct cld_hang *h);
/* What was reported has run for h->ran_ns by now, and has finished or not. */
void cld_hang_ran(struct cld_rec_finding *record, const struct cld_hang *h, bool finished);

void cld_hang_forked(void);

#endif
