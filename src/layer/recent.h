/*
 * recent.h - the newest commands of each queue: what the watch (hang_watch.h) asks when one does not finish.
 *
 * Noted by the thread that enqueues, before the driver is asked: a driver may not come back from there. No
 * lock, no allocation after a queue's first command. Who reads may come too late: then the entry is another
 * command's, and is not taken.
 */
#ifndef CLD_LAYER_RECENT_H
#define CLD_LAYER_RECENT_H

#include "layer/call.h"

#define CLD_RECENT 256 /* commands of a queue that are known */

#define CLD_RECENT_WAITS 4 /* events of other queues that a command waits for, and that are kept */

enum cld_recent_state { CLD_RECENT_ENQUEUING, CLD_RECENT_ENQUEUED, CLD_RECENT_REFUSED };

struct cld_recent_command {
    uint64_t queue_serial;
    struct cld_object *kernel; /* NULL: not a launch */
    uint64_t kernel_serial;
    const void *from; /* where the call returns to */
    uint64_t global[3];
    uint32_t local[3]; /* 0: the driver chose */
    uint32_t fn, label, key, stack, thread;
    uint32_t dims, changes; /* changes: of the kernel's arguments so far */
    uint8_t state;          /* enum cld_recent_state */
    uint8_t n_uses;         /* of `waits` */
    bool waits_for_others;  /* for events that are not just earlier commands of its own queue */
    bool waits_unknown;     /* and not all of them are below: user events, or too many */
    bool timed;             /* its event went to the harvester */
    bool has_changes;
    struct cld_recent_wait {
        struct cld_object *queue;
        uint64_t queue_serial, seq;
    } waits[CLD_RECENT_WAITS];
};

/* The call enqueues command call->seq of `queue`. */
void cld_recent_begin(const struct cld_call *call, struct cld_object *queue);
/* The driver has answered. */
void cld_recent_end(const struct cld_call *call, const struct cld_object *queue, bool ok, bool timed);
/* Command `seq` of the queue with that serial, if it still is known. Any thread. */
bool cld_recent_find(const struct cld_object *queue, uint64_t queue_serial, uint64_t seq,
                     struct cld_recent_command *out);

#endif
