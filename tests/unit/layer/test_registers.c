/* What NVIDIA's compiler says of registers, and the limit that follows. */
#include "layer/registers.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

/* Of an H200, driver 580. */
static const char log_of_two[] =
    "(): Warning: Function tiled is a kernel, so overriding noinline attribute. The function may be inlined "
    "when called.\n"
    "\n"
    "ptxas info    : 4320 bytes gmem\n"
    "ptxas info    : Compiling entry function 'transpose' for 'sm_90a'\n"
    "ptxas info    : Function properties for transpose\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 38 registers, used 1 barriers, 1092 bytes smem\n"
    "ptxas info    : Compile time = 20.286 ms\n"
    "ptxas info    : Function properties for __cld_tell_index\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Compiling entry function 'gather' for 'sm_90a'\n"
    "ptxas info    : Function properties for gather\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 10 registers, used 0 barriers\n";

static void test_log(void **state)
{
    (void)state;
    size_t kernels = 7;
    assert_int_equal(cld_registers_read(log_of_two, &kernels), 38);
    assert_int_equal(kernels, 2);
    assert_int_equal(cld_registers_read("", &kernels), 0);
    assert_int_equal(kernels, 0);
}

/* The driver gives no more than the first 4 KiB. */
static void test_log_cut_off(void **state)
{
    (void)state;
    char cut[sizeof log_of_two];
    strcpy(cut, log_of_two);
    *strstr(cut, "10 registers") = '\0';
    size_t kernels;
    assert_int_equal(cld_registers_read(cut, &kernels), 38);
    assert_int_equal(kernels, 1);
    *strstr(cut, "Used 38") = '\0';
    assert_int_equal(cld_registers_read(cut, &kernels), 0);
    assert_int_equal(kernels, 0);
}

/* A kernel of which nothing is said does not get the next one's. */
static void test_log_with_a_gap(void **state)
{
    (void)state;
    size_t kernels;
    assert_int_equal(cld_registers_read("Compiling entry function 'a' for\nCompiling entry function 'b' for\n"
                                        "Used 12 registers, used 0 barriers\n",
                                        &kernels),
                     12);
    assert_int_equal(kernels, 1);
}

static void test_step(void **state)
{
    (void)state;
    static const unsigned cases[][2] = {{0, 0},   {1, 32},  {10, 32}, {32, 32}, {33, 40},
                                        {40, 40}, {41, 48}, {64, 64}, {65, 0},  {255, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(cld_registers_step(cases[i][0]), cases[i][1]);
}

static void test_options(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{NULL, "-cl-nv-maxrregcount=40"},
                                           {"", "-cl-nv-maxrregcount=40"},
                                           {"-w -cl-mad-enable", "-w -cl-mad-enable -cl-nv-maxrregcount=40"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *options = cld_registers_options(cases[i][0], 40);
        assert_string_equal(options, cases[i][1]);
        free(options);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_log), cmocka_unit_test(test_log_cut_off),
                                       cmocka_unit_test(test_log_with_a_gap), cmocka_unit_test(test_step),
                                       cmocka_unit_test(test_options)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
