/* read_internal.h - what the parts of the reader share. */
#ifndef CLD_RECORD_READ_INTERNAL_H
#define CLD_RECORD_READ_INTERNAL_H

#include "record/read.h"

struct cld_reader {
    char *dir;
    int fd; /* of the folder */
    struct cld_control_info control;
    struct cld_process_dir *processes;
    size_t n_processes;
    struct cld_problem *problems;
    size_t n_problems;
};

/* Opens a regular file of the session: -1 with errno if it is none. `size` becomes its length. */
int cld_read_open(struct cld_reader *session, const char *file, uint64_t *size);
/* Reads up to `want` bytes at `offset`: how many there were, or -1. */
long cld_read_at(int fd, void *buffer, size_t want, uint64_t offset);
/* Forgets, or adds to, what is known to be wrong with a file. */
void cld_read_problem_clear(struct cld_reader *session, const char *file);
void cld_read_problem(struct cld_reader *session, const char *file, uint64_t offset, uint64_t lost,
                      const char *what);
/* True if all `size` bytes are zero. */
bool cld_read_is_zero(const void *bytes, size_t size);
/* True if a record's body is as long and as well formed as its kind demands. */
bool cld_read_record_valid(const struct cld_rec_head *head);

#endif
