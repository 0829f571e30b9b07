/* reach.h - what a part of the text comes to: its nodes, and those of the functions that it calls. */
#ifndef CLD_INSTRUMENT_REACH_H
#define CLD_INSTRUMENT_REACH_H

#include "instrument/rewrite.h"

typedef bool cld_reached(const struct cld_rewriter *r, const struct cld_node *n, void *user);

/*
 * The first node of `n`, from the inside out, of which `is` says yes, or that calls a function of the program
 * that comes to such a node; NULL: none. `unknown`: a function of another unit, at which nobody has looked,
 * counts as well.
 */
const struct cld_node *cld_reach(const struct cld_rewriter *r, const struct cld_node *n, bool unknown,
                                 cld_reached *is, void *user);
/* The built-in function that `n` calls; NULL: it is no such call. The caller frees it. */
char *cld_builtin_called(const struct cld_rewriter *r, const struct cld_node *n);

#endif
