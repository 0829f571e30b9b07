/* test_instrumenter_macros.c - what the device's compiler says that it defines, against what it does. */
#include "layer/device_macros.h"
#include "layer/twin_cache.h"

#include "instrumenter_support.h"
#include "test.h"

static int builds;

static cl_int CL_API_CALL count_build(cl_program program, cl_uint n, const cl_device_id *devices,
                                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                                      void *data)
{
    builds++;
    return clBuildProgram(program, n, devices, options, notify, data);
}

static struct cld_macros ask(const char *options, const char *const *names, size_t n)
{
    struct cld_macros m = {0};
    char reason[CLD_REASON_MAX] = "";
    if (!cld_device_macros(&driver, context, device, options, names, n, &m, reason))
        fail_msg("%s", reason);
    return m;
}

static const char *value_of(const struct cld_macros *m, const char *name)
{
    const struct cld_macro *one = cld_macros_find(m, name);
    assert_non_null(one);
    return one->value;
}

static cl_uint references(void)
{
    cl_uint n = 0;
    assert_int_equal(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof n, &n, NULL), CL_SUCCESS);
    return n;
}

/* The driver's own thread may let go of a command's context a moment after the program has its result. */
static void assert_let_go(cl_uint before)
{
    for (int ms = 0; references() > before && ms < 10000; ms++)
        usleep(1000);
    assert_int_equal(references(), before);
}

static void test_standard_list(void **state)
{
    (void)state;
    cl_uint before = references();
    struct cld_macros m = ask("", NULL, 0);
    assert_true(m.n > 200);
    assert_non_null(value_of(&m, "__OPENCL_VERSION__"));
    assert_true(atoi(value_of(&m, "CL_VERSION_1_2")) == 120);
    assert_null(value_of(&m, "__NV_CL_C_VERSION"));
    assert_null(value_of(&m, "__FAST_RELAXED_MATH__"));
    for (size_t i = 0; i < m.n; i++)
        for (size_t j = i + 1; j < m.n; j++)
            assert_string_not_equal(m.items[i].name, m.items[j].name);
    cld_macros_free(&m);
    assert_let_go(before);
}

/* The same question by other means: a build that fails where a value is another. */
static void test_values_are_the_device_s(void **state)
{
    (void)state;
    struct cld_macros m = ask("", NULL, 0);
    char *source = NULL;
    size_t size;
    FILE *f = open_memstream(&source, &size);
    for (size_t i = 0; i < m.n; i++) {
        const char *name = m.items[i].name, *value = m.items[i].value;
        if (strcmp(name, "__cld_generic") == 0) /* no macro: PoCL 3.1 has no generic pointers */
            assert_string_equal(value, "0");
        else if (!value)
            fprintf(f, "#ifdef %s\n#error %s\n#endif\n", name, name);
        else
            fprintf(f, "#ifndef %s\n#error %s\n#endif\n", name, name);
        if (strcmp(name, "__cld_generic") != 0 && value && value[0] &&
            strspn(value, "0123456789") == strlen(value))
            fprintf(f, "#if %s != %s\n#error %s\n#endif\n", name, value, name);
    }
    fputs("__kernel void k(void) {}\n", f);
    fclose(f);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    assert_int_equal(clBuildProgram(program, 1, &device, "", NULL, NULL), CL_SUCCESS);
    clReleaseProgram(program);
    free(source);
    cld_macros_free(&m);
}

static void test_options_matter(void **state)
{
    (void)state;
    struct cld_macros m = ask("-cl-fast-relaxed-math -DCLD_X=1", NULL, 0);
    assert_non_null(value_of(&m, "__FAST_RELAXED_MATH__"));
    cld_macros_free(&m);
    const char *names[] = {"CLD_X"};
    m = ask("-DCLD_X=1", names, 1); /* the program's macros are not the device's */
    assert_null(value_of(&m, "CLD_X"));
    cld_macros_free(&m);
}

static void test_relevant_options(void **state)
{
    static const char *const cases[][2] = {{"", ""},
                                           {"  -cl-std=CL1.2   -w ", "-cl-std=CL1.2 -w"},
                                           {"-DA -D B=2 -UC -U D -Ix -I y -include z.h -g", "-g"},
                                           {"-D \"A=b c\" -cl-opt-disable", "-cl-opt-disable"},
                                           {"-D'A=\"b c\"' -I\"a b\" -x", "-x"},
                                           {"-DA=\\\"b\\ c\\\" -y", "-y"},
                                           {"-Werror -Werror=all -z -D", "-z"},
                                           {"-D A \"unfinished", "\"unfinished"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *kept = cld_relevant_options(cases[i][0]);
        assert_string_equal(kept, cases[i][1]);
        free(kept);
    }
}

/* With the options that a driver adds: macros of the kinds that are hard to copy out. */
static void test_odd_values(void **state)
{
    const char *names[] = {"CLD_EMPTY", "CLD_TEXT", "CLD_FUNCTION", "CLD_COMMAS", "CLD_CHAR", "CLD_SELF"};
    (void)state;
    setenv("POCL_EXTRA_BUILD_FLAGS",
           "-DCLD_EMPTY= -DCLD_TEXT=\"a\\\\nb\" -DCLD_FUNCTION(x)=x -DCLD_COMMAS=1,2,3 -DCLD_SELF=CLD_SELF",
           1);
    struct cld_macros m = ask("", names, 6);
    unsetenv("POCL_EXTRA_BUILD_FLAGS");
    if (value_of(&m, "CLD_COMMAS")) { /* this PoCL knows the variable */
        assert_string_equal(value_of(&m, "CLD_EMPTY"), "");
        assert_string_equal(value_of(&m, "CLD_FUNCTION"), "CLD_FUNCTION");
        assert_string_equal(value_of(&m, "CLD_COMMAS"), "1,2,3");
        assert_string_equal(value_of(&m, "CLD_SELF"), "CLD_SELF");
        assert_non_null(value_of(&m, "CLD_TEXT"));
    }
    cld_macros_free(&m);
}

static void test_no_names(void **state)
{
    const char *names[] = {"defined",     "__LINE__",    "int",         "__has_include",
                           "__COUNTER__", "a b",         "1x",          "",
                           "x\n#error",   "__VA_ARGS__", "cld_probe_s", "CLD_NOT_THERE"};
    (void)state;
    struct cld_macros m = ask("", names, sizeof names / sizeof names[0]);
    assert_null(value_of(&m, "defined"));
    assert_null(value_of(&m, "__LINE__"));
    assert_null(value_of(&m, "CLD_NOT_THERE"));
    assert_null(cld_macros_find(&m, "a b"));
    assert_null(cld_macros_find(&m, "x\n#error"));
    assert_null(cld_macros_find(&m, ""));
    cld_macros_free(&m);
}

static void test_is_asked_once(void **state)
{
    const char *one[] = {"CLD_ONE"}, *two[] = {"CLD_ONE", "CLD_TWO"};
    struct cld_macros m;
    (void)state;
    driver.clBuildProgram = count_build;
    builds = 0;
    m = ask("-cl-mad-enable", one, 1);
    cld_macros_free(&m);
    assert_int_equal(builds, 1);
    m = ask("-cl-mad-enable -DOTHER", one, 1);
    cld_macros_free(&m);
    assert_int_equal(builds, 1);
    m = ask("-cl-mad-enable", two, 2);
    cld_macros_free(&m);
    assert_int_equal(builds, 2);
    m = ask("-cl-mad-enable", two, 2);
    assert_true(m.n > 200);
    cld_macros_free(&m);
    assert_int_equal(builds, 2);
    driver.clBuildProgram = clBuildProgram;
}

/* A compiler that fails on one name, as some would: the others are had nevertheless. */
static cl_program offended;
static cl_program CL_API_CALL create_picky(cl_context c, cl_uint n, const char **texts, const size_t *sizes,
                                           cl_int *code)
{
    cl_program program = clCreateProgramWithSource(c, n, texts, sizes, code);
    if (strstr(texts[0], "#ifdef CLD_POISON\n") || strstr(texts[0], "__VA_ARGS__"))
        offended = program;
    return program;
}

static cl_int CL_API_CALL build_picky(cl_program program, cl_uint n, const cl_device_id *devices,
                                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                                      void *data)
{
    bool bad = program == offended;
    offended = NULL;
    builds++;
    return bad ? CL_BUILD_PROGRAM_FAILURE : clBuildProgram(program, n, devices, options, notify, data);
}

static void test_picky_compiler(void **state)
{
    const char *names[] = {"CLD_A", "CLD_POISON", "__OPENCL_VERSION__", "CLD_B"};
    (void)state;
    driver.clCreateProgramWithSource = create_picky;
    driver.clBuildProgram = build_picky;
    builds = 0;
    struct cld_macros m = ask("-cl-no-signed-zeros", names, 4);
    driver.clCreateProgramWithSource = clCreateProgramWithSource;
    driver.clBuildProgram = clBuildProgram;
    assert_true(builds < 40);
    assert_null(value_of(&m, "CLD_POISON"));
    assert_non_null(value_of(&m, "__OPENCL_VERSION__"));
    assert_non_null(cld_macros_find(&m, "CLD_B"));
    cld_macros_free(&m);
}

static cl_int CL_API_CALL build_never(cl_program program, cl_uint n, const cl_device_id *devices,
                                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                                      void *data)
{
    (void)program, (void)n, (void)devices, (void)options, (void)notify, (void)data;
    builds++;
    return CL_BUILD_PROGRAM_FAILURE;
}

static void test_no_answer(void **state)
{
    struct cld_macros m = {0};
    char reason[CLD_REASON_MAX] = "";
    (void)state;
    cl_uint before = references();
    builds = 0;
    driver.clBuildProgram = build_never;
    assert_false(
        cld_device_macros(&driver, context, device, "-cl-unsafe-math-optimizations", NULL, 0, &m, reason));
    assert_contains(reason, "-11");
    assert_int_equal(m.n, 0);
    assert_true(builds < 8);
    driver.clBuildProgram = NULL;
    assert_false(
        cld_device_macros(&driver, context, device, "-cl-unsafe-math-optimizations", NULL, 0, &m, reason));
    assert_contains(reason, "no compiler");
    driver.clBuildProgram = clBuildProgram;
    assert_let_go(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_standard_list),  cmocka_unit_test(test_values_are_the_device_s),
        cmocka_unit_test(test_options_matter), cmocka_unit_test(test_relevant_options),
        cmocka_unit_test(test_odd_values),     cmocka_unit_test(test_no_names),
        cmocka_unit_test(test_is_asked_once),  cmocka_unit_test(test_picky_compiler),
        cmocka_unit_test(test_no_answer)};
    if (!find_device())
        return 77;
    make_cache_folder();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clReleaseContext(context);
    remove_cache_folder();
    return failed;
}
