/*
 * build_keep.h - what a failed build was made from, and its log, as files in the session: so that the failure
 * can be looked at, and had again, without the program.
 *
 * In the process's folder: build-N/source.cl (source-2.cl, ... of a link), options.txt (as given to the call;
 * options-2.txt, ...), headers/NAME for headers
 * that were given as programs or lie where -I leads, log.txt.
 */
#ifndef CLD_LAYER_BUILD_KEEP_H
#define CLD_LAYER_BUILD_KEEP_H

#include "layer/recipe.h"

/*
 * Writes them, unless a failure of this `hash` is kept already, and gives N; 0: there is no room
 * (--max-size), too many are kept, or the disk says no. `made` may be NULL. Keeps no descriptor open.
 * Thread-safe.
 */
unsigned cld_build_keep(uint32_t hash, const struct cld_recipe *made, const char *log, size_t log_size);
/* For fork(): the child keeps its own. */
void cld_build_keep_forked(void);

#endif
