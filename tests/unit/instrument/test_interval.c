/*
 * test_interval.c - intervals against the values themselves: every pair of operands of a narrow type, and
 * those at the limits of the real ones.
 *
 * For each operation the texts are made once. Then, for all intervals of both operands for which the premises
 * hold, every result that the program can have must be in the interval that came out: modulo the width of the
 * type, and as it is where the interval says that it is exact.
 */
#include "instrument/interval.h"

#include "values.h"

#include "test.h"

#include <stdio.h>

static const struct cld_integer narrow_signed = {3, true}, narrow_unsigned = {3, false};
static const struct cld_integer types[] = {{3, true},   {3, false}, {32, true},
                                           {32, false}, {64, true}, {64, false}};
#define N_TYPES (sizeof types / sizeof types[0])

/* A whole number as the type holds it. */
static int64_t wrap(__int128 x, struct cld_integer t)
{
    unsigned __int128 low = (unsigned __int128)x & (((unsigned __int128)1 << t.bits) - 1);
    if (t.is_signed && low >> (t.bits - 1))
        return (int64_t)(low - ((unsigned __int128)1 << t.bits));
    return (int64_t)low;
}

/* The same, where a value of 64 bits without a sign must stay one. */
static __int128 value_in(__int128 x, struct cld_integer t)
{
    int64_t w = wrap(x, t);
    return t.is_signed ? (__int128)w : (__int128)(uint64_t)w;
}

/* ---- operations
 * -------------------------------------------------------------------------------------------- */

enum operation {
    ADD,
    SUBTRACT,
    MULTIPLY,
    LEFT,
    RIGHT,
    DIVIDE,
    MODULO,
    ANY_MODULO,
    AND,
    OR,
    XOR,
    MIN,
    MAX,
    UNITE,
    NEGATE
};
static const char *const names[] = {"+", "-", "*", "<<",  ">>",  "/",  "%", "any %",
                                    "&", "|", "^", "min", "max", "?:", "-x"};
#define N_OPERATIONS (sizeof names / sizeof names[0])

static bool needs_exact(enum operation o)
{
    return o >= RIGHT && o <= MAX;
}

static void make(struct cld_premises *p, enum operation o, struct cld_interval a, struct cld_interval b,
                 struct cld_integer t, struct cld_interval *out)
{
    if (needs_exact(o) && o != ANY_MODULO && o != AND)
        cld_interval_exactly(p, &a, t);
    if (needs_exact(o) || o == LEFT)
        cld_interval_exactly(p, &b, t);
    if (o == ADD)
        cld_interval_add(p, &a, &b, t, out);
    else if (o == SUBTRACT)
        cld_interval_subtract(p, &a, &b, t, out);
    else if (o == MULTIPLY)
        cld_interval_multiply(p, &a, &b, t, out);
    else if (o == LEFT)
        cld_interval_shift_left(p, &a, &b, t, out);
    else if (o == RIGHT)
        cld_interval_shift_right(p, &a, &b, out);
    else if (o == DIVIDE)
        cld_interval_divide(p, &a, &b, out);
    else if (o == MODULO || o == ANY_MODULO)
        cld_interval_modulo(p, o == MODULO ? &a : NULL, &b, out);
    else if (o == AND)
        cld_interval_mask(p, &b, out);
    else if (o == OR || o == XOR)
        cld_interval_mix(p, &a, &b, out);
    else if (o == MIN)
        cld_interval_min(p, &a, &b, out);
    else if (o == MAX)
        cld_interval_max(p, &a, &b, out);
    else if (o == UNITE)
        cld_interval_unite(p, &a, &b, out);
    else
        cld_interval_negate(p, &a, t, out);
}

/* What a program gets of two values of its type. False: nothing, or nothing that is defined. */
static bool compute(enum operation o, __int128 a, __int128 b, struct cld_integer t, __int128 *result)
{
    bool divides = o == DIVIDE || o == MODULO || o == ANY_MODULO, shifts = o == LEFT || o == RIGHT;
    if ((divides && b == 0) || (o == ANY_MODULO && t.is_signed) || (shifts && (b < 0 || b >= (int)t.bits)))
        return false;
    __int128 results[N_OPERATIONS] = {a + b,
                                      a - b,
                                      a * b,
                                      shifts ? a * ((__int128)1 << b) : 0,
                                      shifts ? a >> b : 0,
                                      divides ? a / b : 0,
                                      divides ? a % b : 0,
                                      divides ? a % b : 0,
                                      a & b,
                                      a | b,
                                      a ^ b,
                                      a < b ? a : b,
                                      a > b ? a : b,
                                      (a ^ b) & 1 ? a : b,
                                      -a};
    *result = value_in(results[o], t);
    return true;
}

/* ---- what came out
 * ----------------------------------------------------------------------------------------- */

struct made {
    enum operation operation;
    struct cld_integer type;
    bool exact_a, exact_b;
    struct cld_premises premises;
    struct cld_interval a, b, out;
    unsigned names;
    uint64_t held; /* how often the premises did */
};

static bool encloses(const struct cld_interval *i, int64_t low, int64_t high, __int128 value,
                     struct cld_integer t)
{
    if (i->exact)
        return value >= low && value <= high;
    /* one of low, low + 1, ... high is the value modulo 2^bits */
    unsigned __int128 modulus = (unsigned __int128)1 << t.bits;
    unsigned __int128 up = (unsigned __int128)(value - low) % modulus; /* two's complement: a power of 2 */
    return (__int128)up <= (__int128)high - low;
}

static bool fits(int64_t x, unsigned bits)
{
    __int128 most = (__int128)1 << bits;
    return x < most && -(__int128)x < most;
}

static void check_value(const struct made *m, const struct values *v, __int128 x, __int128 y, int64_t low,
                        int64_t high)
{
    __int128 a = value_in(x, m->type), b = value_in(y, m->type), result;
    if (!compute(m->operation, a, b, m->type, &result) || encloses(&m->out, low, high, result, m->type))
        return;
    fail_msg(
        "%lld %s %lld as %s of %u bits is not in [%lld, %lld]%s, of [%lld, %lld]%s and [%lld, %lld]%s: %s",
        (long long)a, names[m->operation], (long long)b, m->type.is_signed ? "signed" : "unsigned",
        m->type.bits, (long long)low, (long long)high, m->out.exact ? " exactly" : "",
        (long long)values_of(v, "al"), (long long)values_of(v, "ah"), m->exact_a ? " exactly" : "",
        (long long)values_of(v, "bl"), (long long)values_of(v, "bh"), m->exact_b ? " exactly" : "",
        cld_text_get(&m->premises.condition));
}

/* Of both operands every value of `sample` in the interval. */
static void check_intervals(struct made *m, const int64_t *sample, size_t al, size_t ah, size_t bl, size_t bh)
{
    struct values v;
    v.count = 0;
    values_set(&v, "al", sample[al]);
    values_set(&v, "ah", sample[ah]);
    values_set(&v, "bl", sample[bl]);
    values_set(&v, "bh", sample[bh]);
    values_declare(&v, cld_text_get(&m->premises.declarations));
    if (m->premises.condition.size && !values_of(&v, m->premises.condition.data))
        return;
    m->held++;
    int64_t low = values_of(&v, m->out.low), high = values_of(&v, m->out.high);
    if (!fits(low, m->out.bits) || !fits(high, m->out.bits))
        fail_msg("[%lld, %lld] of %s is said to have %u bits", (long long)low, (long long)high,
                 names[m->operation], m->out.bits);
    for (size_t i = al; i <= ah; i++)
        for (size_t k = bl; k <= bh; k++)
            check_value(m, &v, sample[i], sample[k], low, high);
}

static bool may_be(int64_t x, bool exact, unsigned bits, struct cld_integer t)
{
    return fits(x, bits) && (!exact || value_in(x, t) == x);
}

static void check_operation(struct made *m, const int64_t *sample, size_t count, unsigned bits)
{
    m->premises.names = &m->names;
    m->a = (struct cld_interval){"al", "ah", bits, m->exact_a};
    m->b = (struct cld_interval){"bl", "bh", bits, m->exact_b};
    make(&m->premises, m->operation, m->a, m->b, m->type, &m->out);
    for (size_t al = 0; al < count; al++)
        for (size_t ah = al; ah < count && may_be(sample[al], m->exact_a, bits, m->type); ah++)
            for (size_t bl = 0; bl < count && may_be(sample[ah], m->exact_a, bits, m->type); bl++)
                for (size_t bh = bl; bh < count && may_be(sample[bl], m->exact_b, bits, m->type); bh++)
                    if (may_be(sample[bh], m->exact_b, bits, m->type))
                        check_intervals(m, sample, al, ah, bl, bh);
    cld_premises_free(&m->premises);
}

static void check_all(const int64_t *sample, size_t count, struct cld_integer type, unsigned bits)
{
    for (enum operation o = ADD; o < N_OPERATIONS; o++)
        for (unsigned exact = 0; exact < 4; exact++) {
            struct made m = {.operation = o, .type = type, .exact_a = exact & 1, .exact_b = exact & 2};
            check_operation(&m, sample, count, bits);
            if (o != ANY_MODULO || !type.is_signed)
                assert_true(m.held > 0); /* or nothing was tested */
        }
}

/* ---- tests
 * ------------------------------------------------------------------------------------------------- */

/* Everything that three bits can be, and what wraps around to it. */
static void test_narrow(void **state)
{
    static const int64_t sample[] = {-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    (void)state;
    check_all(sample, sizeof sample / sizeof sample[0], narrow_signed, 4);
    check_all(sample, sizeof sample / sizeof sample[0], narrow_unsigned, 4);
}

static void test_limits_of_int(void **state)
{
    static const int64_t sample[] = {-4294967296, -2147483649, -2147483648, -46341,     -1,        0, 1, 5,
                                     46341,       1073741824,  2147483647,  2147483648, 4294967295};
    (void)state;
    for (size_t t = 2; t < 4; t++)
        check_all(sample, sizeof sample / sizeof sample[0], types[t], 33);
}

/* `bits` of 31: then products of two need no premises. */
static void test_half_of_int(void **state)
{
    static const int64_t sample[] = {-2147483647, -65536, -46341, -1,    0,     1,
                                     3,           15,     16,     46341, 65536, 2147483647};
    (void)state;
    for (size_t t = 2; t < N_TYPES; t++)
        check_all(sample, sizeof sample / sizeof sample[0], types[t], 31);
}

static void test_limits_of_long(void **state)
{
    static const int64_t sample[] = {
        -INT64_MAX,      -(1LL << 48) - 1, -(1LL << 48), -(1LL << 31),    -1,       0, 1, 16,
        (1LL << 31) - 1, 1LL << 31,        1LL << 48,    (1LL << 48) + 1, INT64_MAX};
    (void)state;
    for (size_t t = 4; t < N_TYPES; t++)
        check_all(sample, sizeof sample / sizeof sample[0], types[t], 63);
}

/* A value of one type becomes one of another. */
static void check_conversion(struct cld_integer from, struct cld_integer to, bool exact)
{
    struct cld_premises p = {.names = &(unsigned){0}};
    struct cld_interval a = {"low", "high", 6, exact};
    uint64_t held = 0;
    assert_true(cld_interval_convert(&p, &a, from, to));
    for (int64_t low = -40; low <= 40; low++)
        for (int64_t high = low; high <= 40; high++) {
            struct values v = {0};
            values_set(&v, "low", low);
            values_set(&v, "high", high);
            if (exact && (value_in(low, from) != low || value_in(high, from) != high))
                continue;
            if (p.condition.size && !values_of(&v, p.condition.data))
                continue;
            held++;
            for (int64_t x = low; x <= high; x++)
                assert_true(encloses(&a, low, high, value_in(value_in(x, from), to), to));
        }
    assert_true(held > 0);
    cld_premises_free(&p);
}

static void test_conversions(void **state)
{
    static const struct cld_integer some[] = {{1, false}, {3, true}, {3, false}, {5, true}, {5, false}};
    (void)state;
    for (size_t f = 0; f < 5; f++)
        for (size_t t = 1; t < 5; t++)
            for (unsigned exact = 0; exact < 2; exact++)
                check_conversion(some[f], some[t], exact);
}

static void test_bool_is_not_followed(void **state)
{
    struct cld_premises p = {.names = &(unsigned){0}};
    struct cld_interval a = {"0L", "7L", 3, true};
    (void)state;
    assert_false(
        cld_interval_convert(&p, &a, (struct cld_integer){32, true}, (struct cld_integer){1, false}));
}

static void test_numbers(void **state)
{
    static const int64_t some[] = {0, 1, 2, 3, 4, 255, 256, -1, -2, -255, -256, 1LL << 47, -(1LL << 47)};
    struct values v = {0};
    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        struct cld_interval a;
        cld_interval_number(&a, some[i]);
        assert_true(a.exact && fits(some[i], a.bits));
        assert_true(values_of(&v, a.low) == some[i] && values_of(&v, a.high) == some[i]);
    }
}

/* if (x < y), if (!(x >= y)), ...: what is left of x. */
static void check_limit(bool upper, bool including, int64_t xl, int64_t xh, int64_t yl, int64_t yh)
{
    struct cld_premises p = {.names = &(unsigned){0}};
    struct cld_interval x = {"xl", "xh", 4, true}, y = {"yl", "yh", 4, true};
    struct values v;
    v.count = 0;
    values_set(&v, "xl", xl);
    values_set(&v, "xh", xh);
    values_set(&v, "yl", yl);
    values_set(&v, "yh", yh);
    cld_interval_limit(&p, &x, &y, upper, including);
    values_declare(&v, cld_text_get(&p.declarations));
    int64_t low = values_of(&v, x.low), high = values_of(&v, x.high);
    assert_true(x.exact && low >= xl && high <= xh && p.condition.size == 0);
    for (int64_t i = xl; i <= xh; i++) {
        bool can = false;
        for (int64_t k = yl; k <= yh; k++)
            can |= upper ? (including ? i <= k : i < k) : (including ? i >= k : i > k);
        assert_int_equal(can, i >= low && i <= high);
    }
    cld_premises_free(&p);
}

static void test_limits(void **state)
{
    (void)state;
    for (int64_t xl = -3; xl <= 3; xl++)
        for (int64_t xh = xl; xh <= 3; xh++)
            for (int64_t yl = -4; yl <= 4; yl++)
                for (int64_t yh = yl; yh <= 4; yh++)
                    for (unsigned form = 0; form < 4; form++)
                        check_limit(form & 1, form & 2, xl, xh, yl, yh);
}

static void test_clamp(void **state)
{
    struct cld_premises p = {.names = &(unsigned){0}};
    struct cld_interval x = {"xl", "xh", 4, true}, low = {"ll", "lh", 4, true}, high = {"hl", "hh", 4, true},
                        out;
    (void)state;
    cld_interval_clamp(&p, &x, &low, &high, &out);
    uint64_t held = 0;
    for (unsigned code = 0; code < 6 * 6 * 6 * 6; code++) {
        int64_t l = (int64_t)(code % 6) - 3, h = (int64_t)(code / 6 % 6) - 3,
                a = (int64_t)(code / 36 % 6) - 3;
        int64_t b = a + code / 216;
        struct values v;
        v.count = 0;
        values_set(&v, "xl", a);
        values_set(&v, "xh", b);
        values_set(&v, "ll", l);
        values_set(&v, "lh", l + 1);
        values_set(&v, "hl", h);
        values_set(&v, "hh", h + 1);
        values_declare(&v, cld_text_get(&p.declarations));
        if (!values_of(&v, p.condition.data))
            continue;
        held++;
        for (int64_t i = a; i <= b; i++)
            for (int64_t k = 0; k < 4; k++) {
                int64_t from = l + (k & 1), to = h + (k >> 1), c = i < from ? from : i > to ? to : i;
                assert_true(c >= values_of(&v, out.low) && c <= values_of(&v, out.high));
            }
    }
    assert_true(held > 0);
    cld_premises_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_narrow),      cmocka_unit_test(test_limits_of_int),
        cmocka_unit_test(test_half_of_int), cmocka_unit_test(test_limits_of_long),
        cmocka_unit_test(test_conversions), cmocka_unit_test(test_bool_is_not_followed),
        cmocka_unit_test(test_numbers),     cmocka_unit_test(test_limits),
        cmocka_unit_test(test_clamp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
