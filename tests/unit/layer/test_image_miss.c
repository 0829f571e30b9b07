/* test_image_miss.c - what a slot says of an image's coordinates, and why they lie outside. */
#include "layer/image_miss.h"
#include "wire/log.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static struct cld_image_miss read_slot(uint64_t address, uint32_t kind, uint64_t rule)
{
    struct cld_slot_read slot = {.exact = true, .bytes = kind, .address = address, .behind = rule};
    struct cld_image_miss m;
    cld_image_miss_read(&slot, &m);
    return m;
}

static void assert_coordinates(uint64_t address, uint32_t kind, const char *text)
{
    char out[96];
    struct cld_image_miss m = read_slot(address, kind, 0);
    cld_image_coordinates(&m, out, sizeof out);
    assert_string_equal(out, text);
}

static void test_integers(void **state)
{
    (void)state;
    assert_coordinates(0xffffffffu, 1, "-1");
    assert_coordinates(12 | 0xfffffffeull << 32, 2, "(12, -2)");
    assert_coordinates(0x7fffffffull << 32, 2 | CLD_LOG_IMAGE_ARRAY, "(0, 2147483647)");
    assert_coordinates(0x1fffff | 0xfffffull << 21 | 7ull << 42, 3, "(-1, 1048575, 7)");
    assert_coordinates(0x100000, 3, "(-1048576, 0, 0)");
}

static void test_floats(void **state)
{
    (void)state;
    assert_coordinates(bits_of(-0.5f), 1 | CLD_LOG_IMAGE_FLOAT, "-0.5");
    assert_coordinates(bits_of(16.5f) | (uint64_t)bits_of(0.25f) << 32, 2 | CLD_LOG_IMAGE_FLOAT,
                       "(16.5, 0.25)");
    assert_coordinates(bits_of(1.5f) >> 11 | (uint64_t)(bits_of(-2.5f) >> 11) << 21 |
                           (uint64_t)(bits_of(5.5f) >> 11) << 42,
                       3 | CLD_LOG_IMAGE_FLOAT, "(1.5, -2.5, 5.5)");
}

static void test_not_exact(void **state)
{
    struct cld_slot_read slot = {.exact = false, .bytes = 2, .address = 5};
    struct cld_image_miss m;
    char out[96];
    (void)state;
    cld_image_miss_read(&slot, &m);
    cld_image_coordinates(&m, out, sizeof out);
    assert_string_equal(out, "");
    slot = (struct cld_slot_read){.exact = true, .bytes = 7}; /* nonsense */
    cld_image_miss_read(&slot, &m);
    assert_int_equal(m.n, 0);
}

struct test_case {
    const char *title;
    enum cld_cause cause;
    const char *why, *fix; /* must be in it; NULL: anything */
    struct cld_image_miss miss;
    uint64_t global[3], id[3];
    int64_t number; /* of an argument `n`; 0: none */
    const char *access;
};

static const struct test_case cases[] = {
    {.title = "rounded up",
     .cause = CLD_CAUSE_ROUNDED_UP,
     .why = "the global size (16 in x) is larger than the image's width (12)",
     .fix = "get_global_id(0) against the image's width",
     .miss = {.n = 2, .at = {13, 2}, .size = {12, 5}},
     .global = {16, 8},
     .id = {13, 2}},
    {.title = "rounded up, with a number",
     .cause = CLD_CAUSE_ROUNDED_UP,
     .fix = "get_global_id(0) >= n",
     .miss = {.n = 1, .at = {12}, .size = {12}},
     .global = {16},
     .id = {12},
     .number = 12},
    {.title = "rounded up, although (y, x) would lie within",
     .cause = CLD_CAUSE_ROUNDED_UP,
     .miss = {.n = 2, .at = {9, 3}, .size = {8, 12}},
     .global = {16, 16},
     .id = {9, 3}},
    {.title = "swapped",
     .cause = CLD_CAUSE_SWAPPED,
     .why = "swapped",
     .miss = {.n = 2, .at = {3, 9}, .size = {12, 8}},
     .global = {12, 8},
     .id = {9, 3}},
    {.title = "before the first",
     .cause = CLD_CAUSE_NEGATIVE,
     .why = "y is -1",
     .fix = "CLK_ADDRESS_CLAMP_TO_EDGE",
     .miss = {.n = 2, .at = {3, -1}, .size = {12, 8}},
     .global = {12, 8},
     .id = {3, 0}},
    {.title = "before the first, written: no sampler helps",
     .cause = CLD_CAUSE_NEGATIVE,
     .fix = "leave out what lies before the first pixel",
     .miss = {.n = 2, .is_write = true, .at = {3, -1}, .size = {12, 8}},
     .global = {12, 8},
     .id = {3, 0}},
    {.title = "a neighbour",
     .cause = CLD_CAUSE_OFF_BY_ONE,
     .why = "x is one too large: the last pixel has no neighbour",
     .miss = {.n = 2, .at = {12, 3}, .size = {12, 8}},
     .global = {12, 8},
     .id = {11, 3},
     .access = "read_imagef(i, at + 1)"},
    {.title = "counts layers from 1",
     .cause = CLD_CAUSE_OFF_BY_ONE,
     .why = "layer is one too large",
     .miss = {.n = 3, .has_layer = true, .at = {0, 0, 4}, .size = {12, 8, 4}},
     .global = {12, 8},
     .id = {0, 0}},
    {.title = "pixels for a sampler that takes 0 to 1",
     .cause = CLD_CAUSE_NORMALIZED,
     .why = "count pixels",
     .miss = {.n = 2, .is_float = true, .at = {3.5, 0.5}, .size = {12, 8}, .rule = 2},
     .global = {12, 8},
     .id = {3, 0}},
    {.title = "the last pixel at 1",
     .cause = CLD_CAUSE_OFF_BY_ONE,
     .why = "end before 1",
     .miss = {.n = 2, .is_float = true, .at = {1, 0.5}, .size = {12, 8}, .rule = 2},
     .global = {12, 8},
     .id = {11, 4}},
    {.title = "nothing to be said, with a sampler: its layer does not count",
     .cause = CLD_CAUSE_NONE,
     .fix = "give the sampler an addressing mode",
     .miss = {.n = 3, .has_layer = true, .at = {77, 0, -5}, .size = {12, 8, 4}, .rule = 1},
     .global = {12, 8},
     .id = {1, 1}},
    {.title = "nothing to be said, and nothing known",
     .cause = CLD_CAUSE_NONE,
     .fix = "before this write",
     .miss = {.is_write = true}},
};

static void test_causes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct test_case *c = &cases[i];
        const struct cld_miss_number number = {"n", c->number};
        struct cld_miss launch = {.access = c->access, .numbers = &number, .n_numbers = c->number != 0};
        char why[256], fix[320];
        while (launch.dims < 3 && c->global[launch.dims])
            launch.dims++;
        memcpy(launch.global, c->global, sizeof launch.global);
        memcpy(launch.id, c->id, sizeof launch.id);
        enum cld_cause cause = cld_image_cause(&c->miss, &launch, why, sizeof why, fix, sizeof fix);
        if (cause != c->cause || (c->why && !strstr(why, c->why)) || (c->fix && !strstr(fix, c->fix)) ||
            !fix[0])
            fail_msg("%s: %d: %s; %s", c->title, (int)cause, why, fix);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_integers), cmocka_unit_test(test_floats),
                                       cmocka_unit_test(test_not_exact), cmocka_unit_test(test_causes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
