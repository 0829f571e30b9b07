/* render.h - a diagnostic as text, for those who have no report to put it into. Any thread. */
#ifndef CLD_BUILDLOG_RENDER_H
#define CLD_BUILDLOG_RENDER_H

#include "buildlog/place.h"

/*
 * "blur.cl:12:3: error: ... (undeclared)", the line with a caret below it, what usually causes it and what
 * helps; each line with its newline. malloc'ed; NULL: no memory.
 */
char *cld_diagnostic_text(const struct cld_diagnostic *d, const struct cld_source_text *sources, size_t count,
                          const char *extensions);

#endif
