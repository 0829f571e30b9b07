/* repair.h - a line as it should be, where the compiler's message leaves no doubt. Any thread. */
#ifndef CLD_BUILDLOG_REPAIR_H
#define CLD_BUILDLOG_REPAIR_H

#include "buildlog/place.h"

/*
 * The line of `place`, corrected as `d` asks; or the line that is to be put at the source's top, which
 * `*is_new` says. `extensions` is the device's CL_DEVICE_EXTENSIONS (NULL: not known): what it lacks is not
 * switched on. malloc'ed; NULL: there is more than one way, or no memory.
 */
char *cld_repair_line(const struct cld_diagnostic *d, const struct cld_place_text *place,
                      const char *extensions, bool *is_new);

#endif
