/*
 * harvest.h - device timestamps of finished commands, off the program's threads.
 *
 * Every command gets an event (ours, or a retain of the program's). A thread of ours asks finished events
 * for their four timestamps and releases them. It blocks all signals, never touches stdio, and is started
 * with the first command.
 */
#ifndef CLD_LAYER_HARVEST_H
#define CLD_LAYER_HARVEST_H

#include "layer/layer.h"

/* Hands over one command of the calling thread. False: no room (the caller keeps the event reference). */
bool cld_harvest_push(struct cld_thread *t, const struct cld_pending *p);
/* Whether a push by this thread would find room. */
bool cld_harvest_has_room(struct cld_thread *t);

/*
 * Nanoseconds that timing one command costs about. On an H200 (driver 580.159) an event on a profiling queue
 * costs 8.5 us where a launch costs 10.5, and asking for its times 1.7 us under the driver's locks
 * (bench/gpu/launch_modes.c); on PoCL both together about 1 us, shared between the threads.
 */
#define CLD_EVENT_COST_DEVICE 10000
#define CLD_EVENT_COST_CPU 1000

/*
 * Whether this thread may time one more command at that cost: all are, as long as it takes at most 2% of the
 * thread's time. In a loop of tiny launches that is a sample; the report says so.
 */
bool cld_harvest_affords(struct cld_thread *t, uint64_t now, uint32_t cost_ns);

/* Takes in what has finished now, on the calling thread; waits at most `ms` for the harvester. */
void cld_harvest_drain(int ms);
/* This thread of the program is about to wait for commands: the best moment for the harvester to run. And it
 * is there to watch the wait (hang_watch.h). */
void cld_harvest_kick(struct cld_thread *t);
/* Is any command of this queue with a number up to `seq` unfinished? Call cld_harvest_drain() first. */
bool cld_harvest_unfinished(const struct cld_object *queue, uint64_t queue_serial, uint64_t seq);
/* References of ours to this event that are not released yet. */
unsigned cld_harvest_holds(cl_event event);
/* Last harvest; nothing of ours calls the driver afterwards. */
void cld_harvest_stop(void);

void cld_harvest_lock(void);
void cld_harvest_unlock(void);
void cld_harvest_forked(void);

#endif
