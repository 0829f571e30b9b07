/*
 * suppress.h - findings that the user knows and does not want to see.
 *
 * One a line: `finding-id [glob]`. The glob is matched with the kernel's name, and with the source files and
 * modules of the host stack (whole paths, and base names). `*` as the id is any finding. `#` begins a
 * comment.
 */
#ifndef CLD_RULES_SUPPRESS_H
#define CLD_RULES_SUPPRESS_H

#include <stdbool.h>

struct cld_found;
struct cld_suppressions;
struct cld_symboliser;

#define CLD_SUPPRESS_ERROR_MAX 512

/* Returns 0, or -1 with one line in `error`. */
int cld_suppressions_load(const char *file, struct cld_suppressions **suppressions,
                          char error[CLD_SUPPRESS_ERROR_MAX]);
void cld_suppressions_free(struct cld_suppressions *suppressions);
bool cld_suppressions_match(const struct cld_suppressions *suppressions, const struct cld_found *found,
                            struct cld_symboliser *symboliser);

#endif
