/* interval_arithmetic.c - the operations of OpenCL C, on intervals. */
#include "instrument/interval.h"

#include <stdlib.h>
#include <string.h>

/* Whether a value of so many bits is exact in the type, whatever it is. */
static bool holds(struct cld_integer type, unsigned bits)
{
    return type.is_signed && bits < type.bits;
}

static unsigned most(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* The same of both ends: "%s + %s". */
static void make_of(struct cld_premises *p, struct cld_interval *out, const char *format,
                    const struct cld_interval *a, const struct cld_interval *b)
{
    char *low = cld_printf(format, a->low, b->low), *high = cld_printf(format, a->high, b->high);
    cld_interval_make(p, out, low, high);
    free(low);
    free(high);
}

/* ---- sums
 * -------------------------------------------------------------------------------------------------- */

/* Sums must not overflow a long: what could is taken for no index. */
static void shrink(struct cld_premises *p, struct cld_interval *a)
{
    if (a->bits <= 62)
        return;
    cld_premises_require(p, a->high, "<", "1L << 48");
    cld_premises_require(p, a->low, ">=", "-(1L << 48)");
    a->bits = 49;
}

static void sum(struct cld_premises *p, const char *format, struct cld_interval *a, struct cld_interval *b,
                struct cld_integer type, struct cld_interval *out)
{
    make_of(p, out, format, a, b);
    out->bits = most(a->bits, b->bits) + 1;
    out->exact = a->exact && b->exact && holds(type, out->bits);
}

void cld_interval_add(struct cld_premises *p, struct cld_interval *a, struct cld_interval *b,
                      struct cld_integer type, struct cld_interval *out)
{
    shrink(p, a);
    shrink(p, b);
    sum(p, "%s + %s", a, b, type, out);
}

void cld_interval_subtract(struct cld_premises *p, struct cld_interval *a, struct cld_interval *b,
                           struct cld_integer type, struct cld_interval *out)
{
    shrink(p, a);
    shrink(p, b);
    struct cld_interval turned = *b;
    memcpy(turned.low, b->high, sizeof turned.low);
    memcpy(turned.high, b->low, sizeof turned.high);
    sum(p, "%s - %s", a, &turned, type, out);
}

void cld_interval_negate(struct cld_premises *p, const struct cld_interval *a, struct cld_integer type,
                         struct cld_interval *out)
{
    char *low = cld_printf("-%s", a->high), *high = cld_printf("-%s", a->low);
    cld_interval_make(p, out, low, high);
    out->bits = a->bits;
    out->exact = a->exact && holds(type, a->bits);
    free(low);
    free(high);
}

/* ---- products
 * ---------------------------------------------------------------------------------------------- */

static void small(struct cld_premises *p, struct cld_interval *a)
{
    cld_premises_require(p, a->low, ">=", "0");
    if (a->bits > 31)
        cld_premises_require(p, a->high, "<", "1L << 31");
    a->bits = a->bits > 31 ? 31 : a->bits;
}

void cld_interval_multiply(struct cld_premises *p, struct cld_interval *a, struct cld_interval *b,
                           struct cld_integer type, struct cld_interval *out)
{
    cld_premises_require(p, a->low, ">=", "0");
    cld_premises_require(p, b->low, ">=", "0");
    if (type.is_signed && type.bits == 32) { /* of what is exact, and not negative */
        a->bits = a->exact && a->bits > 31 ? 31 : a->bits;
        b->bits = b->exact && b->bits > 31 ? 31 : b->bits;
    }
    if (a->bits + b->bits > 62)
        small(p, a->bits > b->bits ? a : b);
    if (a->bits + b->bits > 62)
        small(p, a->bits > b->bits ? a : b);
    make_of(p, out, "%s * %s", a, b);
    out->bits = a->bits + b->bits;
    out->exact = a->exact && b->exact && holds(type, out->bits);
}

void cld_interval_shift_left(struct cld_premises *p, struct cld_interval *a, const struct cld_interval *b,
                             struct cld_integer type, struct cld_interval *out)
{
    cld_premises_require(p, b->low, ">=", "0");
    cld_premises_require(p, b->high, "<=", "16");
    small(p, a);
    make_of(p, out, "%s << (%s & 31)", a, b);
    out->bits = a->bits + 16;
    out->exact = a->exact && holds(type, out->bits);
}

/* ---- quotients: the least is of the least by the greatest
 * -------------------------------------------------- */

void cld_interval_shift_right(struct cld_premises *p, struct cld_interval *a, const struct cld_interval *b,
                              struct cld_interval *out)
{
    cld_premises_require(p, b->low, ">=", "0");
    cld_premises_require(p, b->high, "<=", "31");
    small(p, a);
    char *low = cld_printf("%s >> (%s & 31)", a->low, b->high);
    char *high = cld_printf("%s >> (%s & 31)", a->high, b->low);
    cld_interval_make(p, out, low, high);
    out->bits = a->bits;
    out->exact = a->exact;
    free(low);
    free(high);
}

void cld_interval_divide(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                         struct cld_interval *out)
{
    cld_premises_require(p, a->low, ">=", "0");
    cld_premises_require(p, b->low, ">=", "1");
    char *low = cld_printf("%s / max(%s, 1L)", a->low, b->high);
    char *high = cld_printf("%s / max(%s, 1L)", a->high, b->low);
    cld_interval_make(p, out, low, high);
    out->bits = a->bits;
    out->exact = true;
    free(low);
    free(high);
}

void cld_interval_modulo(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                         struct cld_interval *out)
{
    char *high = a ? cld_printf("min(%s, %s - 1)", a->high, b->high) : cld_printf("%s - 1", b->high);
    cld_premises_require(p, b->low, ">=", "1");
    if (a)
        cld_premises_require(p, a->low, ">=", "0");
    cld_interval_make(p, out, "0L", high);
    out->bits = b->bits;
    out->exact = true;
    free(high);
}

/* ---- bits
 * -------------------------------------------------------------------------------------------------- */

void cld_interval_mask(struct cld_premises *p, const struct cld_interval *mask, struct cld_interval *out)
{
    cld_premises_require(p, mask->low, ">=", "0");
    cld_interval_make(p, out, "0L", mask->high);
    out->bits = mask->bits;
    out->exact = true;
}

/* No bit above the highest of both. */
void cld_interval_mix(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                      struct cld_interval *out)
{
    char *high = cld_printf("__cld_ones(%s | %s)", a->high, b->high);
    cld_premises_require(p, a->low, ">=", "0");
    cld_premises_require(p, b->low, ">=", "0");
    cld_interval_make(p, out, "0L", high);
    out->bits = most(a->bits, b->bits);
    out->exact = true;
    p->needs_ones = true;
    free(high);
}

/* ---- choices
 * ----------------------------------------------------------------------------------------------- */

static void choose(struct cld_premises *p, const char *format, const struct cld_interval *a,
                   const struct cld_interval *b, struct cld_interval *out)
{
    make_of(p, out, format, a, b);
    out->bits = most(a->bits, b->bits);
    out->exact = true;
}

void cld_interval_min(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                      struct cld_interval *out)
{
    choose(p, "min(%s, %s)", a, b, out);
}

void cld_interval_max(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                      struct cld_interval *out)
{
    choose(p, "max(%s, %s)", a, b, out);
}

/* OpenCL C 6.15.3 (Integer Functions): undefined where the lower limit is above the upper one. */
void cld_interval_clamp(struct cld_premises *p, const struct cld_interval *x, const struct cld_interval *low,
                        const struct cld_interval *high, struct cld_interval *out)
{
    cld_premises_require(p, low->high, "<=", high->low);
    char *least = cld_printf("clamp(%s, %s, %s)", x->low, low->low, high->low);
    char *greatest = cld_printf("clamp(%s, %s, %s)", x->high, low->high, high->high);
    cld_interval_make(p, out, least, greatest);
    out->bits = most(most(x->bits, low->bits), high->bits);
    out->exact = true;
    free(least);
    free(greatest);
}

void cld_interval_unite(struct cld_premises *p, const struct cld_interval *a, const struct cld_interval *b,
                        struct cld_interval *out)
{
    char *low = cld_printf("min(%s, %s)", a->low, b->low),
         *high = cld_printf("max(%s, %s)", a->high, b->high);
    cld_interval_make(p, out, low, high);
    out->bits = most(a->bits, b->bits);
    out->exact = a->exact && b->exact;
    free(low);
    free(high);
}

void cld_interval_limit(struct cld_premises *p, struct cld_interval *a, const struct cld_interval *limit,
                        bool upper, bool including)
{
    char *low = upper ? cld_copy(a->low, strlen(a->low))
                      : cld_printf("max(%s, %s%s)", a->low, limit->low, including ? "" : " + 1");
    char *high = upper ? cld_printf("min(%s, %s%s)", a->high, limit->high, including ? "" : " - 1")
                       : cld_copy(a->high, strlen(a->high));
    cld_interval_make(p, a, low, high);
    a->bits = most(a->bits, limit->bits);
    a->exact = true;
    free(low);
    free(high);
}
