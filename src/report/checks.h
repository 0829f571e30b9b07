/* checks.h - the names of groups of checks (--check). */
#ifndef CLD_REPORT_CHECKS_H
#define CLD_REPORT_CHECKS_H

#include <stdbool.h>
#include <stddef.h>

/* Groups only, not all, none or default. */
bool cld_check_known(const char *name);
bool cld_check_implemented(const char *name);
/* Kernels must be rewritten for it. */
bool cld_check_needs_twins(const char *name);

/*
 * Expands a comma list of groups, `all`, `none` and `default` into groups, each once, in a fixed order.
 * Returns NULL, or a pointer to the first name in `list` that is unknown, of `*length` characters.
 */
const char *cld_checks_expand(const char *list, char ***checks, size_t *n_checks, size_t *length);

#endif
