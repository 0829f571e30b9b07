/*
 * build_watch.h - follows builds to their end, which may come in a callback on a thread of the driver's.
 */
#ifndef CLD_LAYER_BUILD_WATCH_H
#define CLD_LAYER_BUILD_WATCH_H

#include "layer/call.h"

typedef void(CL_CALLBACK *cld_build_notify)(cl_program program, void *user_data);

/*
 * Before the driver: puts a callback of ours in front of the program's, if it has one; clears or sets
 * call->build. Does nothing without `--check build`.
 */
void cld_build_begin(struct cld_call *call, cld_build_notify *notify, void **user_data);
/*
 * After it: `program` is what was built (NULL: none came of it), `code` what the driver said. Puts the
 * program's callback back into its arguments; reports what can be reported now.
 */
void cld_build_end(struct cld_call *call, cld_build_notify *notify, void **user_data, cl_program program,
                   cl_int code);

#endif
