/* guard_pipe.h - pipes are not checked: what packets there are, only the device knows. It is said. */
#ifndef CLD_INSTRUMENT_GUARD_PIPE_H
#define CLD_INSTRUMENT_GUARD_PIPE_H

#include "instrument/rewrite.h"

/* Notes a call of a built-in function for pipes (OpenCL C 3.0, 6.15.16) as unchecked. */
void cld_note_pipe(struct cld_rewriter *r, const struct cld_node *call);

#endif
