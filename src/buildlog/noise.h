/* noise.h - warnings that are no fault of the program's, and whose author can't mend them. Any thread. */
#ifndef CLD_BUILDLOG_NOISE_H
#define CLD_BUILDLOG_NOISE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a warning says nothing about the source. The reader of logs leaves out such, with their notes. */
bool cld_warning_is_noise(const char *message);
/* The first line of a log that is neither blank nor noise, "" without one: for logs in which no error was
 * found. */
void cld_log_first_line(const char *log, char *out, size_t room);

#endif
