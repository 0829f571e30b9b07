/*
 * watch.h - which OpenCL libraries a program and its children have loaded, seen from outside.
 *
 * The tool must be able to say why nothing was diagnosed: no OpenCL at all, a loader that knows no layers, or
 * a driver that was opened past the loader. /proc is read for that, now and then, until a layer has reported
 * itself.
 */
#ifndef CLD_CLI_WATCH_H
#define CLD_CLI_WATCH_H

#include <stddef.h>
#include <sys/types.h>

#include "model/run_info.h"

/* Adds to info->loaders and info->vendors what `pid` and its descendants have mapped now. */
void cld_watch_libraries(struct cld_run_info *info, pid_t pid);
/* Adds to info->running the processes of `known` (descendants seen earlier) that still run. */
struct cld_watch_pids {
    pid_t *list;
    size_t count;
};
void cld_watch_descendants(struct cld_watch_pids *pids, pid_t pid);

#endif
