/*
 * write.h - writing a session, from inside the program under diagnosis.
 *
 * Nothing here prints, exits, or keeps a file descriptor open: files are opened by absolute path, extended,
 * mapped and closed again, so that the program's own descriptors keep their numbers. When there is no room
 * (full disk, --max-size, folder gone) writing stops and what is lost is counted; the program goes on.
 */
#ifndef CLD_RECORD_WRITE_H
#define CLD_RECORD_WRITE_H

#include "record/format.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct cld_rec_file;

/* The process's part of a session. Zero-initialised: closed. */
struct cld_session {
    pthread_mutex_t lock; /* guards what follows */
    char *folder;         /* session folder, absolute */
    char *process;        /* this process's folder in it; NULL: closed */
    struct cld_control *control;
    struct cld_rec_file *idle; /* files whose thread has ended: reused, so that their number stays small */
    unsigned files;
    struct cld_slot *free_slots; /* chained through `handle` */
    uint64_t slots;
    unsigned slot_failures;
    struct cld_objects_header *objects;
};

/*
 * Opens this process's part of the session in `folder` (made when it is missing: that is a run without the
 * tool). `how` is "layer" or "preload"; `forked`: this process is a forked child of one that had a session.
 * Returns 0, or an errno value; the session then stays closed, and every other function does nothing.
 */
int cld_session_open(struct cld_session *s, const char *folder, uint64_t max_bytes, const char *how,
                     bool forked);

/* Forgets everything without touching the files: what a forked child does with its parent's mappings. */
void cld_session_forget(struct cld_session *s);

/* A record file for the calling thread, to be given back when the thread ends. NULL: no room. Thread-safe. */
struct cld_rec_file *cld_session_take_file(struct cld_session *s);
void cld_session_give_file(struct cld_session *s, struct cld_rec_file *file);
struct cld_records_header *cld_rec_file_header(struct cld_rec_file *file);

enum cld_rec_class {
    CLD_REC_ESSENTIAL, /* stacks, modules, texts: never thinned, but they leave the last room to findings */
    CLD_REC_TIMELINE,  /* thinned to stay under --max-size */
    CLD_REC_PINNED     /* essential, and changed in place later: its mapping stays */
};

/*
 * Room for a record of `size` bytes (a multiple of 8 is made of it), zeroed but for nothing; NULL when there
 * is none. Fill it, then publish it with cld_rec_commit(). Only the thread that took the file may call.
 */
void *cld_rec_reserve(struct cld_session *s, struct cld_rec_file *file, size_t size, enum cld_rec_class cls);
void cld_rec_commit(struct cld_rec_file *file, void *record, enum cld_record_kind kind, uint32_t extra);

/* Whether timeline record number `id` is to be kept under the present thinning. */
static inline bool cld_session_keeps(const struct cld_session *s, uint64_t id)
{
    uint32_t k = s->control ? atomic_load_explicit(&s->control->thinning, memory_order_relaxed) : 0;
    return (id & ((1ull << k) - 1)) == 0;
}

/* A slot for a live object; NULL when there is no room. Publish it with cld_slot_publish(). Thread-safe. */
struct cld_slot *cld_slot_new(struct cld_session *s);
void cld_slot_publish(struct cld_slot *slot);
void cld_slot_free(struct cld_session *s, struct cld_slot *slot);

#endif
