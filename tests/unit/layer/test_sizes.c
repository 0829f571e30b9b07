/* test_sizes.c - the arithmetic of work-groups, rectangles and build options. */
#include "layer/rect.h"
#include "layer/uniform_groups.h"
#include "layer/work_group.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void expect_fit(const size_t global[3], const size_t wanted[3], unsigned dims, size_t most,
                       const size_t items[3], const size_t expected[3])
{
    size_t out[3];
    cld_group_that_fits(global, wanted, dims, most, items, out);
    for (int i = 0; i < 3; i++)
        assert_int_equal(out[i], expected[i]);
}

#define SIZE(...) ((const size_t[3]){__VA_ARGS__})

static void a_size_that_fits(void **state)
{
    const size_t any[3] = {0, 0, 0};
    (void)state;
    expect_fit(SIZE(1000), SIZE(64), 1, 256, any, SIZE(50, 1, 1));
    expect_fit(SIZE(1024), SIZE(64), 1, 256, any, SIZE(64, 1, 1));
    expect_fit(SIZE(1024), SIZE(1024), 1, 256, any, SIZE(256, 1, 1));
    expect_fit(SIZE(1009), SIZE(64), 1, 256, any, SIZE(1, 1, 1)); /* a prime number */
    expect_fit(SIZE(64, 30), SIZE(8, 8), 2, 256, any, SIZE(8, 6, 1));
    expect_fit(SIZE(64, 64), SIZE(32, 32), 2, 256, any, SIZE(32, 8, 1));
    expect_fit(SIZE(64, 64, 64), SIZE(32, 2, 2), 3, 1024, SIZE(16, 16, 1), SIZE(16, 2, 1));
    expect_fit(SIZE(0), SIZE(64), 1, 256, any, SIZE(64, 1, 1));
    expect_fit(SIZE(SIZE_MAX), SIZE(SIZE_MAX), 1, 0, any, SIZE(65535, 1, 1));
    expect_fit(SIZE(32), SIZE(0), 1, 16, any, SIZE(16, 1, 1));
}

static void rounding_up(void **state)
{
    size_t out[3];
    (void)state;
    assert_true(cld_group_round_up(SIZE(1000, 30), SIZE(64, 8), 2, out));
    assert_int_equal(out[0], 1024);
    assert_int_equal(out[1], 32);
    assert_int_equal(out[2], 1);
    assert_true(cld_group_round_up(SIZE(64), SIZE(64), 1, out));
    assert_int_equal(out[0], 64);
    assert_false(cld_group_round_up(SIZE(SIZE_MAX - 1), SIZE(64), 1, out));
}

static void items_do_not_wrap(void **state)
{
    (void)state;
    assert_int_equal(cld_group_items(SIZE(16, 8, 2), 2), 128);
    assert_int_equal(cld_group_items(SIZE(SIZE_MAX / 2, 3, 1), 2), SIZE_MAX);
}

static void ends_of_rectangles(void **state)
{
    const struct cld_pitches none = {0, 0};
    (void)state;
    assert_int_equal(cld_rect_end(SIZE(0, 0, 0), SIZE(128, 32, 1), none), 4096);
    assert_int_equal(cld_rect_end(SIZE(4, 1, 0), SIZE(16, 2, 1), (struct cld_pitches){64, 0}),
                     2 * 64 + 4 + 16);
    assert_int_equal(cld_rect_end(SIZE(0, 0, 1), SIZE(16, 2, 2), (struct cld_pitches){16, 100}), 200 + 32);
    assert_int_equal(cld_rect_end(SIZE(0, 0, 0), SIZE(16, 0, 1), none), 0);
    assert_int_equal(cld_rect_end(SIZE(0, 2, 0), SIZE(16, 2, 1), (struct cld_pitches){SIZE_MAX, 0}),
                     UINT64_MAX);
    assert_int_equal(cld_rect_end(SIZE(SIZE_MAX, 0, 0), SIZE(SIZE_MAX, 1, 1), none), UINT64_MAX);
}

static void options_that_want_one_size(void **state)
{
    (void)state;
    assert_true(cld_options_are_uniform(""));
    assert_true(cld_options_are_uniform("-cl-mad-enable -cl-std=CL1.2"));
    assert_true(cld_options_are_uniform("-cl-std=CL2.0 -cl-uniform-work-group-size"));
    assert_false(cld_options_are_uniform("-cl-std=CL2.0"));
    assert_false(cld_options_are_uniform("-DN=1 -cl-std=CL3.0"));
    assert_false(cld_options_are_uniform("-cl-std=CLC++"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_size_that_fits),           cmocka_unit_test(rounding_up),
        cmocka_unit_test(items_do_not_wrap),          cmocka_unit_test(ends_of_rectangles),
        cmocka_unit_test(options_that_want_one_size),
    };
    return cmocka_run_group_tests_name("sizes", tests, NULL, NULL);
}
