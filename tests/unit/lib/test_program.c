#include "support.h"

#include <sys/stat.h>
#include <unistd.h>

static cld_context *context;
static char folder[] = "/tmp/cldoctor-test-XXXXXX";

static int set_up(void **state)
{
    (void)state;
    context = open_context(0);
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    cld_context_free(context);
    return rmdir(folder);
}

static cld_program *new_program(void)
{
    cld_program *program = NULL;
    assert_success(cld_program_new(cld_context_cl(context), cld_context_device(context), &program));
    return program;
}

static void write_file(const char *name, const void *bytes, size_t size, char path[200])
{
    snprintf(path, 200, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* Runs a kernel `void k(global int *out)` on one work-item and gives what it wrote. */
static int run_for_int(const cld_program *program, const char *name)
{
    cl_kernel kernel = NULL;
    cl_int err = CL_SUCCESS;
    cl_int value = -1;
    const size_t one = 1;
    assert_success(cld_program_kernel(program, name, &kernel));
    cl_mem out = clCreateBuffer(cld_context_cl(context), CL_MEM_WRITE_ONLY, sizeof(value), NULL, &err);
    assert_success(err);
    assert_success(cld_args(kernel, out));
    assert_success(cld_launch(cld_context_queue(context), kernel, 1, &one, NULL, 0, NULL, NULL));
    assert_success(clFinish(cld_context_queue(context)));
    assert_success(clEnqueueReadBuffer(cld_context_queue(context), out, CL_TRUE, 0, sizeof(value), &value, 0,
                                       NULL, NULL));
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    return value;
}

static void string_with_defines_and_options(void **state)
{
    (void)state;
    cld_program *program = new_program();
    assert_success(cld_program_add_source(program, "a.cl",
                                          "kernel void k(global int *out) { *out = VALUE + OTHER + FLAG; }"));
    assert_success(cld_program_define(program, "VALUE", "%d", 40));
    assert_success(cld_program_define(program, "FLAG", NULL)); /* -D FLAG is 1 */
    assert_success(cld_program_option(program, "-cl-std=CL1.2 -DOTHER=1"));
    assert_null(cld_program_cl(program));
    assert_success(cld_program_build(program));
    assert_non_null(cld_program_cl(program));
    assert_int_equal(run_for_int(program, "k"), 42);
    cld_program_free(program);
    cld_program_free(NULL);
}

static void several_files_and_an_include(void **state)
{
    (void)state;
    char header[200], first[200], second[200];
    const char *const texts[] = {"#define SEVEN 7\n",
                                 "int seven(void);\n#include \"seven.h\"\nint seven(void) { return SEVEN; }",
                                 "\xEF\xBB\xBFkernel void k(global int *out) { *out = seven(); }"};
    write_file("seven.h", texts[0], strlen(texts[0]), header);
    write_file("first.cl", texts[1], strlen(texts[1]), first);   /* its last line has no end */
    write_file("second.cl", texts[2], strlen(texts[2]), second); /* begins with a byte order mark */
    const char *const paths[] = {first, second};
    cld_program *program = new_program();
    assert_success(cld_program_add_files(program, 2, paths));
    assert_success(cld_program_build(program));
    assert_int_equal(run_for_int(program, "k"), 7);
    cld_program_free(program);
    remove(header);
    remove(first);
    remove(second);
}

static void missing_file_is_named(void **state)
{
    (void)state;
    cld_program *program = new_program();
    assert_int_equal(cld_program_add_file(program, "/no/such/blur.cl"), CLD_FILE_NOT_READABLE);
    assert_contains(cld_error_detail(), "/no/such/blur.cl: No such file or directory");
    assert_int_equal(cld_program_add_file(program, folder), CLD_FILE_NOT_READABLE);
    assert_contains(cld_error_detail(), "Is a directory");
    assert_int_equal(cld_program_add_file(program, NULL), CL_INVALID_VALUE);
    assert_int_equal(cld_program_add_files(program, 1, NULL), CL_INVALID_VALUE);
    cld_program_free(program);
}

static void file_with_nul_is_refused(void **state)
{
    (void)state;
    char path[200];
    static const char bytes[] = "kernel void k(void) {}\n\0 kernel void hidden(void) {}";
    write_file("nul.cl", bytes, sizeof(bytes) - 1, path);
    cld_program *program = new_program();
    assert_int_equal(cld_program_add_file(program, path), CLD_SOURCE_HAS_NUL);
    assert_contains(cld_error_detail(), "a zero byte at offset 23 of 52");
    assert_int_equal(cld_program_build(program), CL_INVALID_VALUE); /* nothing was added */
    cld_program_free(program);
    remove(path);
}

static void empty_file_builds_to_nothing_found(void **state)
{
    (void)state;
    char path[200];
    write_file("empty.cl", "", 0, path);
    cld_program *program = new_program();
    assert_success(cld_program_add_file(program, path));
    cl_kernel kernel = NULL;
    if (cld_program_build(program) == CL_SUCCESS) /* drivers differ on whether that is a program */
        assert_int_equal(cld_program_kernel(program, "k", &kernel), CL_INVALID_KERNEL_NAME);
    assert_null(kernel);
    cld_program_free(program);
    remove(path);
}

static void build_failure_has_the_log_with_file_and_line(void **state)
{
    (void)state;
    cld_program *program = new_program();
    assert_success(cld_program_add_source(program, "good.cl", "int one(void) { return 1; }\n"));
    assert_success(cld_program_add_source(program, "broken.cl",
                                          "\n\nkernel void k(global int *out) { *out = oops; }\n"));
    assert_success(cld_program_option(program, "-DMARK=3"));
    assert_int_equal(cld_program_build(program), CL_BUILD_PROGRAM_FAILURE);
    assert_contains(cld_program_log(program), "oops");
    assert_contains(cld_program_log(program), "broken.cl:3:");
    assert_contains(cld_error_detail(), "-DMARK=3");
    assert_contains(cld_error_detail(), "oops");
    assert_contains(cld_error_detail(), "broken.cl:3:");
    assert_contains(cld_error_detail(), "(undeclared)\n"
                                        "    kernel void k(global int *out) { *out = oops; }\n"
                                        "                                            ^\n"
                                        "    cause: ");
    assert_null(cld_program_cl(program));
    cl_kernel kernel = NULL;
    assert_int_equal(cld_program_kernel(program, "k", &kernel), CLD_NOT_BUILT);
    assert_null(kernel);
    cld_program_free(program);
}

static void failed_build_can_be_mended(void **state)
{
    (void)state;
    cld_program *program = new_program();
    assert_success(
        cld_program_add_source(program, "a.cl", "kernel void k(global int *out) { *out = VALUE; }"));
    assert_int_equal(cld_program_build(program), CL_BUILD_PROGRAM_FAILURE);
    assert_success(cld_program_define(program, "VALUE", "5"));
    assert_success(cld_program_build(program));
    assert_int_equal(run_for_int(program, "k"), 5);
    cld_program_free(program);
}

static void long_logs_are_cut_in_the_detail_only(void **state)
{
    (void)state;
    static char source[20000];
    size_t used = 0;
    for (int i = 0; i < 15;
         i++) /* each error quotes an identifier of 300 characters; compilers stop after 20 errors */
        used += (size_t)snprintf(source + used, sizeof(source) - used,
                                 "int f%d(void) { return undeclared%0300d; }\n", i, i);
    cld_program *program = new_program();
    assert_success(cld_program_add_source(program, "long.cl", source));
    assert_int_equal(cld_program_build(program), CL_BUILD_PROGRAM_FAILURE);
    assert_true(strlen(cld_program_log(program)) > 4096);
    assert_int_equal(strlen(cld_error_detail()), 4095);
    assert_string_equal(cld_error_detail() + 4095 - 6, "\n[...]");
    cld_program_free(program);
}

static void bad_macros_are_refused(void **state)
{
    (void)state;
    cld_program *program = new_program();
    assert_int_equal(cld_program_define(program, "A", "%s", "1 -DB=2"), CL_INVALID_VALUE);
    assert_int_equal(cld_program_define(program, "A", "\"x\""), CL_INVALID_VALUE);
    assert_int_equal(cld_program_define(program, "2A", "1"), CL_INVALID_VALUE);
    assert_int_equal(cld_program_define(program, "", "1"), CL_INVALID_VALUE);
    assert_int_equal(cld_program_define(program, "A", "%300d", 1), CL_INVALID_VALUE);
    assert_int_equal(cld_program_define(program, NULL, "1"), CL_INVALID_VALUE);
    cld_program_free(program);
}

static void built_programs_are_closed(void **state)
{
    (void)state;
    cld_program *program = new_program();
    assert_int_equal(cld_program_build(program), CL_INVALID_VALUE);
    assert_success(cld_program_add_source(program, "a.cl", "kernel void k(void) {}"));
    assert_success(cld_program_build(program));
    assert_int_equal(cld_program_build(program), CLD_ALREADY_BUILT);
    assert_int_equal(cld_program_add_source(program, "b.cl", ""), CLD_ALREADY_BUILT);
    assert_int_equal(cld_program_option(program, "-w"), CLD_ALREADY_BUILT);
    assert_int_equal(cld_program_define(program, "A", "1"), CLD_ALREADY_BUILT);
    cld_program_free(program);
}

static void unknown_kernel_lists_those_there_are(void **state)
{
    (void)state;
    cld_program *program = new_program();
    assert_success(
        cld_program_add_source(program, "a.cl", "kernel void blur(void) {}\nkernel void sharpen(void) {}"));
    assert_success(cld_program_build(program));
    cl_kernel kernel = NULL;
    assert_int_equal(cld_program_kernel(program, "blurr", &kernel), CL_INVALID_KERNEL_NAME);
    assert_null(kernel);
    assert_contains(cld_error_detail(), "no kernel \"blurr\"");
    assert_contains(cld_error_detail(), "blur");
    assert_contains(cld_error_detail(), "sharpen");
    cld_program_free(program);
}

static void nulls_are_refused(void **state)
{
    (void)state;
    cld_program *program = NULL;
    assert_int_equal(cld_program_new(NULL, cld_context_device(context), &program), CL_INVALID_VALUE);
    assert_int_equal(cld_program_new(cld_context_cl(context), NULL, &program), CL_INVALID_VALUE);
    assert_int_equal(cld_program_new(cld_context_cl(context), cld_context_device(context), NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(cld_program_build(NULL), CL_INVALID_VALUE);
    program = new_program();
    assert_int_equal(cld_program_add_source(program, NULL, ""), CL_INVALID_VALUE);
    assert_int_equal(cld_program_add_source(program, "a.cl", NULL), CL_INVALID_VALUE);
    assert_int_equal(cld_program_option(program, NULL), CL_INVALID_VALUE);
    assert_int_equal(cld_program_kernel(program, NULL, NULL), CL_INVALID_VALUE);
    cld_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(string_with_defines_and_options),
        cmocka_unit_test(several_files_and_an_include),
        cmocka_unit_test(missing_file_is_named),
        cmocka_unit_test(file_with_nul_is_refused),
        cmocka_unit_test(empty_file_builds_to_nothing_found),
        cmocka_unit_test(build_failure_has_the_log_with_file_and_line),
        cmocka_unit_test(failed_build_can_be_mended),
        cmocka_unit_test(long_logs_are_cut_in_the_detail_only),
        cmocka_unit_test(bad_macros_are_refused),
        cmocka_unit_test(built_programs_are_closed),
        cmocka_unit_test(unknown_kernel_lists_those_there_are),
        cmocka_unit_test(nulls_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
