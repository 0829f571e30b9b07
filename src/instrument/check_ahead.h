/*
 * check_ahead.h - the checks of several accesses of one expression, made together in front of it.
 *
 * For GPUs: `c[i] = a[i] + b[i]` becomes `i < n_c & i < n_a & i < n_b ? (the same) : (each access guarded)`,
 * which is one branch that is never taken instead of three, and nothing that must be kept up in registers. On
 * an H200 a vector addition is short of instructions, not of bandwidth alone.
 */
#ifndef CLD_INSTRUMENT_CHECK_AHEAD_H
#define CLD_INSTRUMENT_CHECK_AHEAD_H

#include "instrument/rewrite.h"

/* True: emitted. `n` is any node; those that are no whole expressions are not. */
bool cld_check_ahead(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out);

#endif
