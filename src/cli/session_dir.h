/* session_dir.h - the folder of a session: making it, keeping the one before, and who has it now. */
#ifndef CLD_CLI_SESSION_DIR_H
#define CLD_CLI_SESSION_DIR_H

#include <stdbool.h>
#include <stdint.h>

struct cld_session_dir {
    char *path; /* absolute */
    int lock;   /* held as long as the run lives */
};

/*
 * Makes a new session folder. `wanted` may be NULL (cldoctor.data), and contain %p and %h. A folder of that
 * name is kept as NAME.old; while another run has it, NAME.2 and so on is taken, and said so. Returns false
 * with one line printed: the place can't be written, or a folder of that name is no session of ours.
 */
bool cld_session_dir_make(struct cld_session_dir *dir, const char *wanted, uint64_t max_bytes);
void cld_session_dir_free(struct cld_session_dir *dir);

#endif
