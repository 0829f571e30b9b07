/* stamp.h - what tells that a file is still the one that was read. */
#ifndef CLD_WIRE_STAMP_H
#define CLD_WIRE_STAMP_H

#include <stdbool.h>

#define CLD_STAMP_MAX 64

/* "MTIME:SIZE", MTIME in nanoseconds since 1970. False: there is no such regular file (`stamp` is then "").
 */
bool cld_stamp(const char *path, char stamp[CLD_STAMP_MAX]);

#endif
