/* place.h - what of a call stack is the user's: which frames are worth showing, and which one to point at. */
#ifndef CLD_REPORT_PLACE_H
#define CLD_REPORT_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/symbolise.h"

struct cld_place {
    const struct cld_frame *frames; /* innermost first, without the loader, the layer and the start-up code */
    size_t count;
    size_t primary; /* the frame to point at: the innermost of the user's own code that has a line */
};

/* `whole`: leave nothing out. */
struct cld_place cld_place_of(const struct cld_frames *frames, bool whole);

/* A path without "." and ".." components, and relative to `cwd` if it is below it. The caller frees it. */
char *cld_place_path(const char *path, const char *cwd);

#endif
