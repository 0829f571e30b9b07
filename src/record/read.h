/*
 * read.h - reading a session folder (format.h), whatever has become of it.
 *
 * Nothing here trusts the disk. Files are read with pread() into buffers of our own, one block at a time: a
 * file that is truncated while we read gives a short read and not SIGBUS, what was checked can't change
 * afterwards, and ten million records need no more memory than ten. What can't be read is skipped and
 * remembered as a problem, one a file.
 */
#ifndef CLD_RECORD_READ_H
#define CLD_RECORD_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/format.h"

#define CLD_READ_ERROR_MAX 512

struct cld_reader;

/* What struct cld_control held when the session was opened. */
struct cld_control_info {
    uint64_t max_bytes, used_bytes;
    uint32_t layers, no_space, thinning, timeline_full, findings_lost, objects_lost;
};

/* One folder PID.N. */
struct cld_process_dir {
    long pid;
    unsigned image; /* N: how many images this PID had before, by exec */
    char *name;     /* "PID.N" */
    char **files;   /* record files, "PID.N/K.rec", by K */
    size_t n_files;
};

/* What was unreadable in one file. */
struct cld_problem {
    char *file;      /* relative to the session folder */
    char *what;      /* the first problem, in words */
    uint64_t offset; /* where it is */
    uint64_t lost;   /* bytes that could not be used, all problems of the file together */
    uint64_t places; /* how many problems */
};

/* The header of a record file. All zero if it is unreadable. */
struct cld_records_info {
    uint32_t thread_id;
    uint32_t threads;
    uint64_t dropped, thinned, untimed;
    uint32_t in_call; /* enum cld_fn + 1, or 0 */
    uint64_t in_call_from;
    uint64_t calls[CLD_MAX_CALLS];
};

/* Called for each whole and valid record; the record lives until the function returns. */
typedef void cld_record_fn(void *user, const struct cld_rec_head *record);
typedef void cld_slot_fn(void *user, const struct cld_slot *slot);
typedef void cld_pair_fn(void *user, const char *key, const char *value);

/*
 * Opens a session and lists its processes, by pid and image.
 * Returns 0, or -1 with one line in `error` that says what is wrong with the folder.
 */
int cld_reader_open(const char *dir, struct cld_reader **session, char error[CLD_READ_ERROR_MAX]);
void cld_reader_close(struct cld_reader *session);

const char *cld_reader_dir(const struct cld_reader *session);
const struct cld_control_info *cld_reader_control(const struct cld_reader *session);
size_t cld_reader_processes(const struct cld_reader *session);
const struct cld_process_dir *cld_reader_process(const struct cld_reader *session, size_t i);

/* Gives the pairs of the file `process`. */
void cld_reader_read_pairs(struct cld_reader *session, const struct cld_process_dir *dir, cld_pair_fn *fn,
                           void *user);
/* Gives every object that is alive (state CLD_SLOT_LIVE). */
void cld_reader_read_slots(struct cld_reader *session, const struct cld_process_dir *dir, cld_slot_fn *fn,
                           void *user);
/* Gives every record of one file of `dir`, and its header. `fn` and `info` may be NULL. */
void cld_reader_read_records(struct cld_reader *session, const char *file, struct cld_records_info *info,
                             cld_record_fn *fn, void *user);
/* The whole file as a NUL-terminated string (at most 16 MiB), or NULL. The caller frees it. */
char *cld_reader_read_text(struct cld_reader *session, const char *file, size_t *length);

/* What was unreadable so far. Reading a file again replaces what was said about it. */
size_t cld_reader_problems(const struct cld_reader *session);
const struct cld_problem *cld_reader_problem(const struct cld_reader *session, size_t i);

#endif
