/*
 * test_diagnose_codes.c - no error code is without a failed call: each of lib/errors.def has a row in one of
 * the tables that test_diagnose.c (PoCL) and test_diagnose_fake.c (calls that are made up) run.
 */
#include "layer/opencl.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Linux has no headers for some: CODE_CL_... is each. */
enum {
#define CLD_ERROR(name, value, text) CODE_##name = value,
#include "lib/errors.def"
};

static const struct {
    cl_int value;
    const char *name;
} codes[] = {
#define CLD_ERROR(name, value, text) {value, #name},
#include "lib/errors.def"
};
#define N_CODES (sizeof codes / sizeof codes[0])

static const cl_int on_pocl[] = {
#define CASE(name, fn, code, arg, part, ...) code,
#define QUIET(name, ...)
#include "code_cases.def"
#include "diagnose_cases.def"
};

static const cl_int made_up[] = {
#define FAKE(name, fn, code, arg, part, ...) code,
#define PROBE(name, fn, code, detail, ...) code,
#include "code_fakes.def"
#include "diagnose_fakes.def"
};

static bool is_among(cl_int code, const cl_int *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == code)
            return true;
    return false;
}

static void every_code_has_a_row(void **state)
{
    unsigned without = 0;
    (void)state;
    for (size_t i = 0; i < N_CODES; i++) {
        if (codes[i].value == CL_SUCCESS ||
            is_among(codes[i].value, on_pocl, sizeof on_pocl / sizeof *on_pocl) ||
            is_among(codes[i].value, made_up, sizeof made_up / sizeof *made_up))
            continue;
        print_error("no row has %s: add one to code_cases.def (PoCL) or code_fakes.def\n", codes[i].name);
        without++;
    }
    assert_int_equal(without, 0);
}

/* A number that is mistyped would look like a row of another code. */
static void every_row_has_a_code(void **state)
{
    cl_int values[N_CODES];
    (void)state;
    for (size_t i = 0; i < N_CODES; i++)
        values[i] = codes[i].value;
    for (size_t i = 0; i < sizeof on_pocl / sizeof *on_pocl; i++)
        assert_true(is_among(on_pocl[i], values, N_CODES));
    for (size_t i = 0; i < sizeof made_up / sizeof *made_up; i++)
        assert_true(is_among(made_up[i], values, N_CODES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_a_row),
        cmocka_unit_test(every_row_has_a_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
