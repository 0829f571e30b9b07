/* scratch.h - a temporary folder, and programs run in it. */
#ifndef CLD_INSTRUMENT_SCRATCH_H
#define CLD_INSTRUMENT_SCRATCH_H

#include "instrument/text.h"

#include <stdbool.h>

/* The folder's path, or NULL. The caller gives it to cld_scratch_remove(). */
char *cld_scratch_make(void);
void cld_scratch_remove(char *folder);

/* Writes FOLDER/NAME, making the folders on the way. False: it can't, or NAME leads out of the folder. */
bool cld_scratch_write(const char *folder, const char *name, const char *text);
/* The whole file; NULL: unreadable. The caller frees it. */
char *cld_read_file(const char *path);

/* Runs argv, takes its standard output into `out`, and its errors into `err`. The exit status; -1: not run.
 */
int cld_scratch_run(char *const *argv, struct cld_text *out, struct cld_text *err);

#endif
