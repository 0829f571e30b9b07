/*
 * endless.h - loops of a kernel that may have no end: told where a launch does not finish, and used for
 * nothing else.
 */
#ifndef CLD_INSTRUMENT_ENDLESS_H
#define CLD_INSTRUMENT_ENDLESS_H

#include "instrument/function.h"

/* Those of the kernel and of the functions that it calls, as lines of wire/message.h (`loops`). Nothing:
 * there are none. */
void cld_endless_loops(const struct cld_unit *unit, const struct cld_functions *functions,
                       const struct cld_function *kernel, struct cld_text *out);

#endif
