/* output.h - files that a command writes because an option names them; "-" is standard output. */
#ifndef CLD_CLI_OUTPUT_H
#define CLD_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* Whether `name` can be written, as far as that can be told without opening it: it may be a pipe with a
 * reader. False: the reason is in errno. What fails later is said later. */
bool cld_output_possible(const char *name);
/* Lets `write` write `what` to `name`. Returns 0, or 1 after one line that says why it could not be written.
 * `write` returns 0, or another number with errno set. */
int cld_output_write(const char *name, int (*write)(const void *what, FILE *file), const void *what);

#endif
