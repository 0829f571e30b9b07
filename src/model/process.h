/* process.h - reading one process of a session. */
#ifndef CLD_MODEL_PROCESS_H
#define CLD_MODEL_PROCESS_H

#include "model/arena.h"
#include "model/model.h"

void cld_process_load(struct cld_process *process, const struct cld_process_dir *dir,
                      struct cld_reader *reader, struct cld_arena *arena);
/* Frees what is not in the arena. */
void cld_process_unload(struct cld_process *process);

#endif
