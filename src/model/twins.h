/*
 * twins.h - which kernels had a twin, as the records say it: one or more for each kernel, the newest counts.
 *
 * Records of one file are in the order in which they were made. Between files (threads) there is none: there
 * a kernel that was not checked at times counts as not checked.
 */
#ifndef CLD_MODEL_TWINS_H
#define CLD_MODEL_TWINS_H

#include "model/arena.h"
#include "model/model.h"

/* Zero-initialised: empty. */
struct cld_twins {
    struct cld_twin_seen *list;
    size_t count;
    size_t file; /* which one is read now */
};

void cld_twins_record(struct cld_twins *twins, struct cld_arena *arena, const struct cld_rec_twin *record);
/* Gives the twins to `process`, without their names, and frees the rest. */
void cld_twins_done(struct cld_twins *twins, struct cld_process *process);

#endif
