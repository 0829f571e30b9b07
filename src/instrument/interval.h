/*
 * interval.h - which values an integer expression can have: the least and the greatest, as texts.
 *
 * They are those of whole numbers, which the program's own values equal modulo the width of their type: sums
 * and products need nothing more, and an index that wraps around and back costs nothing. Where an operation
 * needs the program's very value (a division, a comparison, a wider type), the interval is made exact, which
 * adds premises: that the type can hold all of it.
 *
 * All arithmetic is in long, at run time, in front of the region. `bits` bounds it ahead of that: it tells
 * what can't overflow, whatever the values turn out to be, and premises are added for the rest.
 */
#ifndef CLD_INSTRUMENT_INTERVAL_H
#define CLD_INSTRUMENT_INTERVAL_H

#include "instrument/integer.h"
#include "instrument/premises.h"

struct cld_interval {
    char low[32], high[32]; /* names of variables, or numbers; of no value at all when low > high */
    unsigned bits;          /* no value, nor its negative, is as great as 1 << bits */
    bool exact;             /* the program's values are these, not only modulo their width */
};

/* ---- made of nothing
 * --------------------------------------------------------------------------------------- */

void cld_interval_number(struct cld_interval *out, long long i);
/* What a comparison gives. */
void cld_interval_truth(struct cld_premises *p, struct cld_interval *out);
/* Texts of long values; bits and exact are the caller's to set. */
void cld_interval_make(struct cld_premises *p, struct cld_interval *out, const char *low, const char *high);

/* ---- as values of a type
 * ----------------------------------------------------------------------------------- */

/* The value as the type holds it is the value. */
void cld_interval_exactly(struct cld_premises *p, struct cld_interval *a, struct cld_integer type);
/* False: not followed (to bool). Only what becomes wider must be exact before. */
bool cld_interval_convert(struct cld_premises *p, struct cld_interval *a, struct cld_integer from,
                          struct cld_integer to);

/* ---- arithmetic (interval_arithmetic.c)
 * `type` is that of the operation; both operands are of it already.
 * -------------------------------------------------------------------------------------------- */

void cld_interval_add(struct cld_premises *p, struct cld_interval *a, struct cld_interval *b,
                      struct cld_integer type, struct cld_interval *out);
void cld_interval_subtract(struct cld_premises *p, struct cld_interval *a, struct cld_interval *b,
                           struct cld_integer type, struct cld_interval *out);
void cld_interval_negate(struct cld_premises *p, const struct cld_interval *a, struct cld_integer type,
                         struct cld_interval *out);
void cld_interval_multiply(struct cld_premises *p, struct cld_interval *a, struct cld_interval *b,
                           struct cld_integer type, struct cld_interval *out);
/* a << b. `b` is exact. */
void cld_interval_shift_left(struct cld_premises *p, struct cld_interval *a, const struct cld_interval *b,
                             struct cld_integer type, struct cld_interval *out);

/* Of these all operands are exact. */
void cld_interval_shift_right(struct cld_premises *p, struct cld_interval *a, const struct cld_interval *b,
                              struct cld_interval *out);
void cld_interval_divide(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                         struct cld_interval *out);
/* a NULL: of any unsigned number. */
void cld_interval_modulo(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                         struct cld_interval *out);
/* x & mask, whatever x is. */
void cld_interval_mask(struct cld_premises *p, const struct cld_interval *mask, struct cld_interval *out);
/* a | b and a ^ b. */
void cld_interval_mix(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                      struct cld_interval *out);
void cld_interval_min(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                      struct cld_interval *out);
void cld_interval_max(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                      struct cld_interval *out);
void cld_interval_clamp(struct cld_premises *p, const struct cld_interval *x, const struct cld_interval *low,
                        const struct cld_interval *high, struct cld_interval *out);

/* The values of one or the other. */
void cld_interval_unite(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                        struct cld_interval *out);
/* Those values that are at most (`upper`) or at least those of `limit`; without them, unless `including`. */
void cld_interval_limit(struct cld_premises *p, struct cld_interval *a, const struct cld_interval *limit,
                        bool upper, bool including);

#endif
