/* position.h - for log.c: the places that compilers name, cut out of a line of their log, in place. */
#ifndef CLD_BUILDLOG_POSITION_H
#define CLD_BUILDLOG_POSITION_H

#include "buildlog/log.h"

/*
 * What stands before "error:", `size` bytes, which end at a byte that may be overwritten: FILE:12:3, FILE:12,
 * or EDG's "FILE", line 12. Anything else is the name of a tool, and leaves `d` as it is.
 */
void cld_position_before(struct cld_diagnostic *d, char *text, size_t size);
/* What follows it. PoCL: FILE:12:3: message, FILE:12:3 <Spelling=FILE:1:2>: message. Returns the message. */
char *cld_position_after(struct cld_diagnostic *d, char *text);

#endif
