/* test_arg_use.c - what the instrumenter tells of arguments, and the types of parameters. */
#include "layer/arg_use.h"
#include "layer/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void it_is_read(void **state)
{
    struct cld_arg_use *uses = cld_arg_uses_read("0r12 2r14w0 3s32", 4);
    (void)state;
    assert_non_null(uses);
    assert_true(uses[0].reads && !uses[0].writes && uses[0].read_line == 12);
    assert_false(uses[1].reads || uses[1].writes || uses[1].is_struct);
    assert_true(uses[2].reads && uses[2].writes && uses[2].read_line == 14 && uses[2].write_line == 0);
    assert_true(uses[3].is_struct && uses[3].struct_bytes == 32);
    free(uses);
    uses = cld_arg_uses_read("0f12u0F3 1H7", 2);
    assert_non_null(uses);
    assert_true(uses[0].image[0] && uses[0].image_line[0] == 12);
    assert_true(uses[0].image[2] && uses[0].image_line[2] == 0);
    assert_true(uses[0].image[4] && uses[0].image_line[4] == 3);
    assert_false(uses[0].image[1] || uses[0].image[3] || uses[0].reads);
    assert_true(uses[1].image[7] && uses[1].image_line[7] == 7);
    free(uses);
    uses = cld_arg_uses_read("", 2);
    assert_non_null(uses);
    free(uses);
}

static void nonsense_is_refused(void **state)
{
    static const char *const texts[] = {"4r1",   "r1",    "0x", "0r",    "0r1,1w2",
                                        "0w1r2", "0F1f2", "0f", "0f1r2", "99999999999999999999r1",
                                        "-1r1"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct cld_arg_use *uses = cld_arg_uses_read(texts[i], 4);
        if (uses)
            fail_msg("taken: %s", texts[i]);
    }
}

static void vectors_of_three(void **state)
{
    (void)state;
    assert_int_equal(cld_packed_size("float3*"), 12);
    assert_int_equal(cld_packed_size("double3 *"), 24);
    assert_int_equal(cld_packed_size("uchar3*"), 3);
    assert_int_equal(cld_packed_size("float4*"), 0);
    assert_int_equal(cld_packed_size("float3"), 0);
    assert_int_equal(cld_packed_size("float3**"), 0);
    assert_int_equal(cld_packed_size("float33*"), 0);
    assert_int_equal(cld_packed_size(NULL), 0);
}

static void types_that_are_no_arguments(void **state)
{
    (void)state;
    assert_true(cld_type_is_no_argument("bool"));
    assert_true(cld_type_is_no_argument("size_t"));
    assert_false(cld_type_is_no_argument("size_t*"));
    assert_false(cld_type_is_no_argument("ulong"));
    assert_false(cld_type_is_no_argument(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_read),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(vectors_of_three),
        cmocka_unit_test(types_that_are_no_arguments),
    };
    return cmocka_run_group_tests_name("arg_use", tests, NULL, NULL);
}
