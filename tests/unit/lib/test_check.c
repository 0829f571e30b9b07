#include "support.h"

#include <CL/cl_ext.h>
#include <pthread.h>
#include <unistd.h>

struct seen {
    int calls;
    cl_int code;
    char call[200];
    char function[100];
    char detail[4096];
    int line;
};

static void remember(const cld_failure *failure, void *user)
{
    struct seen *seen = user;
    seen->calls++;
    seen->code = failure->code;
    seen->line = failure->line;
    snprintf(seen->call, sizeof(seen->call), "%s", failure->call);
    snprintf(seen->function, sizeof(seen->function), "%s", failure->function);
    snprintf(seen->detail, sizeof(seen->detail), "%s", failure->detail);
    assert_string_equal(failure->name, cld_error_name(failure->code));
    assert_string_equal(failure->text, cld_error_text(failure->code));
    assert_string_equal(failure->file, __FILE__);
}

static cl_int give(cl_int code, int *evaluations)
{
    ++*evaluations;
    return code;
}

static void check_reports_once_and_returns_the_code(void **state)
{
    (void)state;
    struct seen seen = {0};
    int evaluations = 0;
    cld_set_check_handler(remember, &seen);
    assert_int_equal(CLD_CHECK(give(CL_SUCCESS, &evaluations)), CL_SUCCESS);
    assert_int_equal(seen.calls, 0);
    const int line = __LINE__ + 1;
    assert_int_equal(CLD_CHECK(give(CL_INVALID_ARG_SIZE, &evaluations)), CL_INVALID_ARG_SIZE);
    cld_set_check_handler(NULL, NULL);
    assert_int_equal(evaluations, 2);
    assert_int_equal(seen.calls, 1);
    assert_int_equal(seen.code, CL_INVALID_ARG_SIZE);
    assert_int_equal(seen.line, line);
    assert_string_equal(seen.call, "give(CL_INVALID_ARG_SIZE, &evaluations)");
    assert_string_equal(seen.function, __func__);
    assert_string_equal(seen.detail, "");
}

static cl_int try_calls(int *reached)
{
    cl_int err = CL_SUCCESS;
    int evaluations = 0;
    CLD_TRY(err = give(CL_SUCCESS, &evaluations), cleanup);
    *reached = 1;
    CLD_TRY_NAMED(CL_SUCCESS, "clCreateBuffer", cleanup);
    CLD_TRY(err = give(CL_INVALID_VALUE, &evaluations), cleanup);
    *reached = 2;
cleanup:
    return err;
}

static void try_leaves_at_the_first_failure(void **state)
{
    (void)state;
    struct seen seen = {0};
    int reached = 0;
    cld_set_check_handler(remember, &seen);
    assert_int_equal(try_calls(&reached), CL_INVALID_VALUE);
    cld_set_check_handler(NULL, NULL);
    assert_int_equal(reached, 1);
    assert_int_equal(seen.calls, 1);
    assert_string_equal(seen.call, "err = give(CL_INVALID_VALUE, &evaluations)");
}

static void named_check_has_the_name(void **state)
{
    (void)state;
    struct seen seen = {0};
    cld_set_check_handler(remember, &seen);
    assert_int_equal(CLD_CHECK_NAMED(CL_OUT_OF_RESOURCES, "clCreateBuffer (pixels)"), CL_OUT_OF_RESOURCES);
    cld_set_check_handler(NULL, NULL);
    assert_string_equal(seen.call, "clCreateBuffer (pixels)");
}

static void detail_is_reported_once_and_only_for_its_code(void **state)
{
    (void)state;
    struct seen seen = {0};
    cld_set_check_handler(remember, &seen);
    CLD_CHECK(cld_device_list_new(NULL));
    assert_contains(seen.detail, "cld_device_list_new");
    CLD_CHECK(CL_INVALID_VALUE); /* another call's failure: the old detail is not its own */
    assert_string_equal(seen.detail, "");
    cld_device_list_new(NULL);
    CLD_CHECK(CL_INVALID_CONTEXT);
    assert_string_equal(seen.detail, "");
    cld_set_check_handler(NULL, NULL);
}

static void default_handler_prints_what_where_and_why(void **state)
{
    (void)state;
    char text[4096] = "";
    FILE *capture = tmpfile();
    assert_non_null(capture);
    fflush(stderr);
    const int saved = dup(2);
    assert_true(dup2(fileno(capture), 2) == 2);
    CLD_CHECK(cld_device_list_new(NULL));
    fflush(stderr);
    dup2(saved, 2);
    close(saved);
    rewind(capture);
    const size_t got = fread(text, 1, sizeof(text) - 1, capture);
    text[got] = '\0';
    fclose(capture);
    assert_contains(text, "test_check.c:");
    assert_contains(text, "cld_device_list_new(NULL) failed: CL_INVALID_VALUE (-30)");
    assert_contains(text, cld_error_text(CL_INVALID_VALUE));
    assert_contains(text, "`out` is NULL");
}

/* Every code that the Khronos headers define, collected from them when this test is built. */
static const struct {
    const char *name;
    cl_int value;
} HEADER_CODES[] = {
#define HEADER_CODE(name, value) {#name, value},
#include "header_codes.inc"
};

/* Defines whose values are no error codes, or repeat a KHR code under a vendor's name. */
static int is_no_code(const char *name)
{
    static const char *const NONE[] = {"CL_BUILD_NONE",
                                       "CL_BUILD_ERROR",
                                       "CL_BUILD_IN_PROGRESS",
                                       "CL_PARTITION_BY_NAMES_LIST_END_INTEL",
                                       "CL_INVALID_DX9_DEVICE_INTEL",
                                       "CL_INVALID_DX9_RESOURCE_INTEL",
                                       "CL_DX9_RESOURCE_ALREADY_ACQUIRED_INTEL",
                                       "CL_DX9_RESOURCE_NOT_ACQUIRED_INTEL"};
    for (size_t i = 0; i < sizeof(NONE) / sizeof(NONE[0]); i++) {
        if (strcmp(name, NONE[i]) == 0)
            return 1;
    }
    return strstr(name, "_EXP") != NULL; /* CL_FLT_MIN_EXP and its like */
}

static void table_has_every_code_of_the_headers(void **state)
{
    (void)state;
    size_t codes = 0;
    for (size_t i = 0; i < sizeof(HEADER_CODES) / sizeof(HEADER_CODES[0]); i++) {
        if (is_no_code(HEADER_CODES[i].name))
            continue;
        assert_string_equal(cld_error_name(HEADER_CODES[i].value), HEADER_CODES[i].name);
        assert_true(strlen(cld_error_text(HEADER_CODES[i].value)) > 10);
        codes++;
    }
    assert_true(codes >= 63); /* the core's alone */
}

static int header_has(const char *name, cl_int value)
{
    for (size_t i = 0; i < sizeof(HEADER_CODES) / sizeof(HEADER_CODES[0]); i++) {
        if (strcmp(HEADER_CODES[i].name, name) == 0)
            return HEADER_CODES[i].value == value;
    }
    return 0;
}

static void table_has_no_code_of_its_own(void **state)
{
    (void)state;
#define CLD_ERROR(name, value, text)                                                                         \
    if ((value) != 0 && !header_has(#name, value))                                                           \
        fail_msg("%s = %d is not in the Khronos headers", #name, value);
#include "../../../src/lib/errors.def"
}

static void unknown_codes_have_a_name_and_a_text(void **state)
{
    (void)state;
    assert_string_equal(cld_error_name(-123456), "unknown error");
    assert_string_equal(cld_error_name(CL_SUCCESS), "CL_SUCCESS");
    assert_non_null(cld_error_text(12345));
    for (cl_int code = CLD_FILE_NOT_READABLE; code >= CLD_WRITE_FAILED; code--)
        assert_int_equal(strncmp(cld_error_name(code), "CLD_", 4), 0);
}

/* Two handlers that each insist on their own user pointer: a mixed pair would be seen. */
static int first_user, second_user;
static int mixed;

static void first_handler(const cld_failure *failure, void *user)
{
    (void)failure;
    if (user != &first_user)
        __atomic_store_n(&mixed, 1, __ATOMIC_RELAXED);
}

static void second_handler(const cld_failure *failure, void *user)
{
    (void)failure;
    if (user != &second_user)
        __atomic_store_n(&mixed, 1, __ATOMIC_RELAXED);
}

static void *fail_often(void *unused)
{
    for (int i = 0; i < 20000; i++)
        CLD_CHECK(CL_INVALID_VALUE);
    return unused;
}

static void handlers_change_while_others_check(void **state)
{
    (void)state;
    pthread_t thread;
    cld_set_check_handler(first_handler, &first_user);
    assert_int_equal(pthread_create(&thread, NULL, fail_often, NULL), 0);
    for (int i = 0; i < 20000; i++) {
        cld_set_check_handler(second_handler, &second_user);
        cld_set_check_handler(first_handler, &first_user);
    }
    pthread_join(thread, NULL);
    cld_set_check_handler(NULL, NULL);
    assert_int_equal(__atomic_load_n(&mixed, __ATOMIC_RELAXED), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_reports_once_and_returns_the_code),
        cmocka_unit_test(try_leaves_at_the_first_failure),
        cmocka_unit_test(named_check_has_the_name),
        cmocka_unit_test(detail_is_reported_once_and_only_for_its_code),
        cmocka_unit_test(default_handler_prints_what_where_and_why),
        cmocka_unit_test(table_has_every_code_of_the_headers),
        cmocka_unit_test(table_has_no_code_of_its_own),
        cmocka_unit_test(unknown_codes_have_a_name_and_a_text),
        cmocka_unit_test(handlers_change_while_others_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
