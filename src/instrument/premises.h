/*
 * premises.h - what a proof stands on, as text in front of a region: declarations of long values, and one
 * condition over them. Where it holds, what was proven does.
 */
#ifndef CLD_INSTRUMENT_PREMISES_H
#define CLD_INSTRUMENT_PREMISES_H

#include "instrument/text.h"

#include <stdbool.h>

struct cld_premises {
    struct cld_text declarations; /* " const long __cld_l3 = ...;": none of them can trap */
    struct cld_text condition;    /* terms joined by &; empty: always */
    unsigned *names;              /* next number of a variable; the unit's */
    bool needs_ones;              /* the declarations call __cld_ones() */
};

/* "a RELATION b" is a term of the condition. Texts of numbers or variables. */
void cld_premises_require(struct cld_premises *p, const char *a, const char *relation, const char *b);
/* Declares values; `names`: theirs, of 32 bytes each. The same text twice is one variable. */
void cld_premises_declare(struct cld_premises *p, char low_name[32], char high_name[32], const char *low,
                          const char *high);

/* Terms that turn out to be asked in vain are taken back; declarations stay, for they do no harm. */
size_t cld_premises_mark(const struct cld_premises *p);
void cld_premises_forget(struct cld_premises *p, size_t mark);
void cld_premises_free(struct cld_premises *p);

/* OpenCL C: __cld_ones(), of a number that is not negative: all bits up to its highest. */
extern const char cld_premises_ones[];

#endif
