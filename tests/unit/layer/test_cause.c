/* Why an access missed: a table of launches as programs get them wrong, and of some that no guess may be made
 * for. */
#include "layer/cause.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

#define BASE 0x7f0000001000ull

struct test_case {
    const char *title;
    enum cld_cause cause;
    const char *why; /* must be in it; NULL: nothing */
    int64_t index;   /* of the access */
    uint64_t bytes;  /* of the memory */
    uint32_t size;   /* of an element */
    uint32_t dims;
    uint64_t global[3], id[3];
    int64_t numbers[3]; /* arguments; 0: no more */
    const char *type, *access;
    uint64_t parent;
    uint64_t group; /* with local memory: of an argument */
    bool null;
    bool other; /* no argument's memory */
};

static const struct test_case cases[] = {
    {.title = "rounded up, with a number",
     .cause = CLD_CAUSE_ROUNDED_UP,
     .why = "(1024) is larger than the data (1000)",
     .index = 1000,
     .bytes = 4000,
     .size = 4,
     .dims = 1,
     .global = {1024},
     .id = {1000},
     .numbers = {1000}},
    {.title = "rounded up, without",
     .cause = CLD_CAUSE_ROUNDED_UP,
     .index = 1010,
     .bytes = 4000,
     .size = 4,
     .dims = 1,
     .global = {1024},
     .id = {1010}},
    {.title = "rounded up in y",
     .cause = CLD_CAUSE_ROUNDED_UP,
     .why = "in y",
     .index = 50 * 64 + 3,
     .bytes = 64 * 50 * 4,
     .size = 4,
     .dims = 2,
     .global = {64, 64},
     .id = {3, 50},
     .numbers = {64, 50}},
    {.title = "<=",
     .cause = CLD_CAUSE_OFF_BY_ONE,
     .why = "<=",
     .index = 8,
     .bytes = 32,
     .size = 4,
     .dims = 1,
     .global = {64},
     .id = {5},
     .access = "a[i]"},
    {.title = "right neighbour",
     .cause = CLD_CAUSE_OFF_BY_ONE,
     .why = "neighbour",
     .index = 100,
     .bytes = 400,
     .size = 4,
     .dims = 1,
     .global = {100},
     .id = {99},
     .access = "in[i + 1]"},
    {.title = "left neighbour",
     .cause = CLD_CAUSE_NEGATIVE,
     .why = "-1",
     .index = -1,
     .bytes = 400,
     .size = 4,
     .dims = 1,
     .global = {100},
     .id = {0}},
    {.title = "row above",
     .cause = CLD_CAUSE_NEGATIVE,
     .index = -64,
     .bytes = 64 * 64 * 4,
     .size = 4,
     .dims = 2,
     .global = {64, 64},
     .id = {0, 0}},
    {.title = "row below",
     .cause = CLD_CAUSE_ONE_ROW,
     .why = "one row (of 64)",
     .index = 64 * 32 + 7,
     .bytes = 64 * 32 * 4,
     .size = 4,
     .dims = 2,
     .global = {64, 32},
     .id = {7, 31},
     .numbers = {64, 32}},
    {.title = "wrapped around",
     .cause = CLD_CAUSE_NEGATIVE,
     .why = "without sign",
     .index = 0xffffffff,
     .bytes = 400,
     .size = 4,
     .dims = 1,
     .global = {100},
     .id = {0}},
    {.title = "int overflow",
     .cause = CLD_CAUSE_OVERFLOW,
     .why = "overflowed",
     .index = -2147000000,
     .bytes = 4000000,
     .size = 4,
     .dims = 1,
     .global = {1000000},
     .id = {70000}},
    {.title = "x and y swapped",
     .cause = CLD_CAUSE_SWAPPED,
     .why = "x * 64 + y",
     .index = 40 * 64 + 3,
     .bytes = 64 * 32 * 4,
     .size = 4,
     .dims = 2,
     .global = {64, 32},
     .id = {40, 3},
     .numbers = {64, 32}},
    {.title = "count as bytes",
     .cause = CLD_CAUSE_COUNT_AS_BYTES,
     .why = "has 1000 bytes",
     .index = 250,
     .bytes = 1000,
     .size = 4,
     .dims = 1,
     .global = {1000},
     .id = {250},
     .numbers = {1000}},
    {.title = "float3",
     .cause = CLD_CAUSE_VECTOR3,
     .why = "takes 16 bytes",
     .index = 75,
     .bytes = 1200,
     .size = 16,
     .dims = 1,
     .global = {100},
     .id = {75},
     .type = "float3*"},
    {.title = "float4 is none",
     .cause = CLD_CAUSE_ROUNDED_UP,
     .index = 75,
     .bytes = 1200,
     .size = 16,
     .dims = 1,
     .global = {100},
     .id = {75},
     .type = "float4*"},
    {.title = "local memory",
     .cause = CLD_CAUSE_LOCAL_TOO_SMALL,
     .why = "64 work-items",
     .index = 40,
     .bytes = 128,
     .size = 4,
     .dims = 1,
     .global = {1024},
     .id = {40},
     .group = 64},
    {.title = "sub-buffer",
     .cause = CLD_CAUSE_SUB_BUFFER,
     .why = "of a buffer of 4096",
     .index = 300,
     .bytes = 1024,
     .size = 4,
     .dims = 1,
     .global = {300},
     .id = {7},
     .parent = 4096},
    {.title = "off by one in a sub-buffer",
     .cause = CLD_CAUSE_OFF_BY_ONE,
     .why = "is a sub-buffer, of a buffer of 4096",
     .index = 256,
     .bytes = 1024,
     .size = 4,
     .dims = 1,
     .global = {256},
     .id = {255},
     .parent = 4096},
    {.title = "an array of the kernel, and an index that is the work-item's number",
     .cause = CLD_CAUSE_OFF_BY_ONE,
     .why = "one too large",
     .index = 4,
     .bytes = 16,
     .size = 4,
     .dims = 1,
     .global = {64},
     .id = {4},
     .other = true},
    {.title = "null",
     .cause = CLD_CAUSE_NULL_ARGUMENT,
     .why = "set to NULL",
     .null = true,
     .size = 4,
     .dims = 1,
     .global = {16}},
    {.title = "far and for no reason",
     .cause = CLD_CAUSE_NONE,
     .index = 123457,
     .bytes = 4000,
     .size = 4,
     .dims = 1,
     .global = {1000},
     .id = {17},
     .numbers = {1000}},
    {.title = "a gather's index",
     .cause = CLD_CAUSE_NONE,
     .index = 2005,
     .bytes = 4000,
     .size = 4,
     .dims = 2,
     .global = {32, 32},
     .id = {9, 9},
     .numbers = {1000}},
    {.title = "nothing known of the launch",
     .cause = CLD_CAUSE_NONE,
     .index = 1200,
     .bytes = 4000,
     .size = 4},
};

static struct cld_miss miss_of(const struct test_case *c, struct cld_miss_number numbers[3])
{
    struct cld_miss m = {
        .null = c->null,
        .argument = c->other ? -1 : 0,
        .name = "a",
        .type = c->type,
        .access = c->access,
        .first = c->null ? 0 : BASE,
        .behind = c->null ? 0 : BASE + c->bytes,
        .bytes = c->size,
        .object_bytes = c->bytes,
        .parent_bytes = c->parent,
        .is_local = c->group != 0,
        .dims = c->dims,
        .local = {c->group, 1, 1},
        .numbers = numbers,
    };
    m.address = m.first + (uint64_t)(c->index * c->size);
    memcpy(m.global, c->global, sizeof m.global);
    memcpy(m.id, c->id, sizeof m.id);
    for (int i = 0; i < 3 && c->numbers[i]; i++)
        numbers[m.n_numbers++] = (struct cld_miss_number){"n", c->numbers[i]};
    return m;
}

static void test_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cld_miss_number numbers[3];
        const struct test_case *c = &cases[i];
        struct cld_miss m = miss_of(c, numbers);
        char why[256], fix[320];
        enum cld_cause cause = cld_cause_of(&m, why, sizeof why, fix, sizeof fix);
        if (cause != c->cause || (c->why && !strstr(why, c->why)))
            fail_msg("%s: %s (%s)", c->title, cld_cause_name(cause), why);
        assert_true((why[0] == '\0') == (cause == CLD_CAUSE_NONE));
        assert_true(fix[0] != '\0');
    }
}

/* Between the elements, too. */
static void test_index(void **state)
{
    struct cld_miss m = {.first = BASE, .behind = BASE + 64, .bytes = 4};
    (void)state;
    m.address = BASE - 1;
    assert_int_equal(cld_miss_index(&m), -1);
    m.address = BASE - 4;
    assert_int_equal(cld_miss_index(&m), -1);
    m.address = BASE - 5;
    assert_int_equal(cld_miss_index(&m), -2);
    m.address = BASE + 67;
    assert_int_equal(cld_miss_index(&m), 16);
    m.bytes = 0; /* damaged: must not divide by it */
    assert_int_equal(cld_miss_index(&m), 67);
}

/* Whatever numbers a log holds: no division by zero, no text that does not end. */
static void test_any_numbers(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; i < 200000; i++) {
        uint64_t r[16];
        for (int k = 0; k < 16; k++) {
            seed = seed * 6364136223846793005ull + 1442695040888963407ull;
            r[k] = seed >> 33 & 3 ? seed >> 40 & 63 : seed;
        }
        struct cld_miss_number numbers[2] = {{NULL, (int64_t)r[0]}, {"n", (int64_t)r[1]}};
        struct cld_miss m = {.argument = (int)r[2],
                             .type = r[3] & 1 ? "float3*" : NULL,
                             .address = r[4],
                             .first = r[5],
                             .behind = r[6],
                             .bytes = (uint32_t)r[7],
                             .object_bytes = r[8],
                             .parent_bytes = r[9] & 1 ? r[9] : 0,
                             .is_local = r[3] & 2,
                             .dims = r[3] >> 2 & 3,
                             .global = {r[10], r[11], r[12]},
                             .local = {r[13], 1, 1},
                             .id = {r[14], r[15], 0},
                             .numbers = numbers,
                             .n_numbers = 2};
        char why[16], fix[16]; /* cut */
        cld_cause_of(&m, why, sizeof why, fix, sizeof fix);
        assert_true(memchr(why, '\0', sizeof why) && memchr(fix, '\0', sizeof fix));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_any_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
