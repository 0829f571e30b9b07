/* test_unchecked.c - what is said of accesses for which no check can be written. */
#include "instrument/program.h"

#include "test.h"

#include <stdlib.h>

static void assert_unchecked_with(const char *options, const char *source, const char *kernel,
                                  const char *expected)
{
    struct cld_program p = {.device = {.address_bits = 64, .max_parameter_size = 1024}};
    p.pass = cld_copy("bounds", 6);
    struct cld_unit *u = cld_program_unit(&p);
    u->source = cld_copy(source, strlen(source));
    u->options = cld_copy(options, strlen(options));
    cld_program_instrument(&p);
    assert_null(p.error);
    char *text = cld_unchecked_of(&p.unchecked, kernel);
    if (expected)
        assert_string_equal(text, expected);
    else
        assert_null(text);
    free(text);
    cld_program_free(&p);
}

static void assert_unchecked(const char *source, const char *kernel, const char *expected)
{
    assert_unchecked_with("", source, kernel, expected);
}

#define LOCAL "struct s { int a; } x[4] = {{1}}, y; "
#define ONE "1 access unchecked: its type has no name"
#define TWO "2 accesses unchecked: their type has no name"

static void test_nothing(void **state)
{
    (void)state;
    assert_unchecked("kernel void k(global int *p, int i) { p[i] = p[i + 1]++; }", "k", NULL);
    assert_unchecked("kernel void k(global int *p, int i) { p[i] = 1; }", "another", NULL);
}

static void test_images(void **state)
{
    (void)state;
    assert_unchecked(
        "kernel void k(read_only image2d_t i, sampler_t s, global float4 *p) { p[0] = read_imagef(i, "
        "s, (int2)(1)) + read_imagef(i, (int2)(1)); }",
        "k", NULL);
    assert_unchecked(
        "constant sampler_t s = CLK_ADDRESS_NONE; float4 f(read_only image2d_t i, sampler_t t) { "
        "return read_imagef(i, t, (int2)(1)); } kernel void k(read_only image2d_t i, global "
        "float4 *p) { p[0] = f(i, s); }",
        "k", NULL);
}

static void test_pipes(void **state)
{
    (void)state;
    assert_unchecked_with(
        "-cl-std=CL2.0",
        "kernel void k(read_only pipe int from, write_only pipe int to, global int *n) { int x = "
        "0; if (!read_pipe(from, &x)) write_pipe(to, &x); n[0] = get_pipe_num_packets(from); }",
        "k", "2 calls on pipes unchecked");
}

static void test_reads(void **state)
{
    (void)state;
    assert_unchecked("kernel void k(global int *p, int i) { " LOCAL "y = x[i]; p[0] = y.a; }", "k", ONE);
    assert_unchecked("kernel void k(global int *p, int i) { " LOCAL "y = x[i]; p[0] = y.a; y = x[i]; }", "k",
                     TWO);
    /* the type of a member has one */
    assert_unchecked("kernel void k(global int *p, int i) { " LOCAL "p[0] = x[i].a; }", "k", NULL);
    assert_unchecked(
        "struct s { int a; }; kernel void k(global int *p, int i) { struct s x[4] = {{1}}, y = x[i]; "
        "p[0] = y.a; }",
        "k", NULL);
}

static void test_writes(void **state)
{
    (void)state;
    assert_unchecked("kernel void k(global int *p, int i) { " LOCAL "y = x[i] = y; p[0] = y.a; }", "k", ONE);
    /* the value is used by nobody: no copy is needed */
    assert_unchecked("kernel void k(global int *p, int i) { " LOCAL "x[i] = y; p[0] = x[1].a; }", "k", NULL);
}

static void test_constants_are_good(void **state)
{
    (void)state;
    assert_unchecked("kernel void k(global int *p, int i) { " LOCAL "y = x[3]; p[0] = y.a; }", "k", NULL);
    assert_unchecked("kernel void k(global int *p, int i) { " LOCAL "y = x[4]; p[0] = y.a; }", "k", ONE);
}

/* The text of a loop may be written twice. */
static void test_once_in_versions(void **state)
{
    (void)state;
    assert_unchecked("kernel void k(global int *p, int i) { " LOCAL
                     "for (int n = 0; n < 9; n++) { p[n] = n; y = x[p[n]]; } p[0] = y.a; }",
                     "k", ONE);
}

static void test_functions_count_for_their_kernels(void **state)
{
    static const char source[] =
        "int f(int i) { " LOCAL "y = x[i]; return y.a; } "
        "int g(int i) { return f(i) + f(i + 1); } "
        "kernel void a(global int *p, int i) { p[0] = g(i); } "
        "kernel void b(global int *p, int i) { " LOCAL "y = x[i]; p[0] = y.a + f(i); } "
        "kernel void c(global int *p, int i) { p[0] = i; }";
    (void)state;
    assert_unchecked(source, "a", ONE);
    assert_unchecked(source, "b", TWO);
    assert_unchecked(source, "c", NULL);
}

static void test_long_paths(void **state)
{
    (void)state;
    assert_unchecked("kernel void k(global int *p, int i) { int x[2][2][2][2][2][2][2][2][2] = {0}; "
                     "p[0] = x[i][i][i][i][i][i][i][i][i]; }",
                     "k", "1 access unchecked: its path is too long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_pipes),
        cmocka_unit_test(test_reads),
        cmocka_unit_test(test_writes),
        cmocka_unit_test(test_constants_are_good),
        cmocka_unit_test(test_once_in_versions),
        cmocka_unit_test(test_functions_count_for_their_kernels),
        cmocka_unit_test(test_long_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
