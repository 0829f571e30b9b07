#include "instrument/interval.h"

#include <stdio.h>
#include <string.h>

void cld_interval_make(struct cld_premises *p, struct cld_interval *out, const char *low, const char *high)
{
    cld_premises_declare(p, out->low, out->high, low, high);
}

void cld_interval_number(struct cld_interval *out, long long i)
{
    snprintf(out->low, sizeof out->low, i < 0 ? "(%lldL)" : "%lldL", i);
    memcpy(out->high, out->low, sizeof out->high);
    out->exact = true;
    out->bits = 1;
    while (out->bits < 63 && (i < 0 ? -i : i) >> out->bits)
        out->bits++;
}

void cld_interval_truth(struct cld_premises *p, struct cld_interval *out)
{
    cld_interval_make(p, out, "0L", "1L");
    out->bits = 1;
    out->exact = true;
}

void cld_interval_exactly(struct cld_premises *p, struct cld_interval *a, struct cld_integer type)
{
    if (a->exact)
        return;
    char limit[32];
    bool may_exceed = type.bits < 64 && a->bits >= type.bits;
    if (!type.is_signed)
        cld_premises_require(p, a->low, ">=", "0");
    if (type.is_signed && may_exceed) {
        snprintf(limit, sizeof limit, "%ldL", -(1L << (type.bits - 1)));
        cld_premises_require(p, a->low, ">=", limit);
    }
    if (may_exceed) {
        snprintf(limit, sizeof limit, "%ldL", (1L << (type.bits - type.is_signed)) - 1);
        cld_premises_require(p, a->high, "<=", limit);
        a->bits = type.bits;
    }
    a->exact = true;
}

bool cld_interval_convert(struct cld_premises *p, struct cld_interval *a, struct cld_integer from,
                          struct cld_integer to)
{
    if (to.bits == 1)
        return false;
    if (to.bits > from.bits)
        cld_interval_exactly(p, a, from);
    bool same = from.bits <= to.bits && from.is_signed == to.is_signed;
    a->exact = a->exact && (same || (to.bits > from.bits && to.is_signed));
    return true;
}
