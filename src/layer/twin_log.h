/*
 * twin_log.h - the log buffers of twins (wire/log.h): which of them were launched into, and reading those
 * where the program waits anyway.
 *
 * The program's queues are not used: a blocking read there would wait for what the program enqueued behind.
 * A read on a queue of ours waits for nobody, so what runs meanwhile may be seen in part: a log stays on
 * the list until its launches are known to have finished.
 */
#ifndef CLD_LAYER_TWIN_LOG_H
#define CLD_LAYER_TWIN_LOG_H

#include "layer/twin.h"
#include "wire/log.h"

/* What was seen of a slot so far. */
struct cld_log_seen {
    uint32_t work_items, accesses;
    bool told;
    struct cld_rec_finding *record; /* NULL: none was made, or it found no room */
};

struct cld_log {
    _Atomic uint32_t users; /* the list's, the twin's, its lanes', and those of who reads it */
    struct cld_log *next;
    cl_mem buffer;
    _Atomic bool dirty;  /* launched into, and not read since those launches had finished */
    _Atomic bool busy;   /* being read */
    _Atomic bool closed; /* its twin is gone: it goes when it is read */
    _Atomic uint32_t n_uses;
    struct cld_use uses[CLD_USES];
    /* immutable */
    struct cld_target *target;
    struct cld_object *context;
    uint64_t context_serial, program;
    uint32_t generation;
    cl_context context_handle;
    cl_device_id device;
    char *sites;
    size_t sites_size, n_sites;
    /* of who reads it */
    uint32_t failed, returned;
    struct cld_log_probe *probe; /* a read that the device has not come to yet; NULL: none */
    struct cld_log_seen seen[];  /* n_sites of them */
};

/* Takes over the twin's table of sites. One reference, and the list's. NULL: no memory. */
struct cld_log *cld_log_new(const struct cld_twins *t, struct cld_twin *twin);
void cld_log_retain(struct cld_log *log);
void cld_log_release(struct cld_log *log);
/* Its twin is let go: reads it, now or when its launches have finished. Takes the reference. */
void cld_log_close(struct cld_log *log);

/* A launch that writes into it was enqueued. */
void cld_log_launched(struct cld_log *log, struct cld_object *queue, uint64_t seq);

/* The program has waited for commands. */
void cld_logs_read(void);
/* The program gives up this context: what is of ours in it goes. */
void cld_logs_leave(struct cld_object *context);
/* The same at any price: the process ends. */
void cld_logs_read_last(void);

/* twin_finding.c: a slot of site `number`, as read, whose counts have grown. */
void cld_log_found(struct cld_log *log, uint32_t number, const uint32_t *slot);
void cld_log_gave_up(struct cld_log *log, uint32_t work_items);

/* For fork(): see layer.c. */
void cld_logs_lock(void);
void cld_logs_unlock(void);
void cld_logs_forked(void);

#endif
