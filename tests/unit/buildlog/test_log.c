/* The forms of logs, one after another. */
#include "buildlog/classify.h"
#include "buildlog/log.h"
#include "buildlog/noise.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

static struct cld_build_log *parse(const char *text)
{
    struct cld_build_log *log = cld_build_log_parse(text, strlen(text));
    assert_non_null(log);
    return log;
}

static void assert_diagnostic(const struct cld_diagnostic *d, const char *file, unsigned line,
                              unsigned column, const char *message)
{
    assert_non_null(d);
    assert_string_equal(d->file, file);
    assert_int_equal(d->line, line);
    assert_int_equal(d->column, column);
    assert_string_equal(d->message, message);
}

/* The log has one error, and it is this. */
static void assert_error(const char *text, const char *file, unsigned line, unsigned column,
                         const char *message)
{
    struct cld_build_log *log = parse(text);
    assert_int_equal(log->errors, 1);
    assert_diagnostic(cld_build_log_root(log), file, line, column, message);
    cld_build_log_free(log);
}

static void places_of_all_compilers(void **state)
{
    (void)state;
    const char *message = "use of undeclared identifier 'x'";
    assert_error("<kernel>:12:3: error: use of undeclared identifier 'x'\n", "<kernel>", 12, 3, message);
    assert_error(":12:3: error: use of undeclared identifier 'x'\n", "", 12, 3, message);
    assert_error("1:12:3: error: use of undeclared identifier 'x'\n", "1", 12, 3, message);
    assert_error("/tmp/comgr-1a2b/input/CompileSource:12:3: error: use of undeclared identifier 'x'",
                 "/tmp/comgr-1a2b/input/CompileSource", 12, 3, message);
    assert_error("C:\\Temp\\OCL1.cl:12:3: error: use of undeclared identifier 'x'\r\n", "C:\\Temp\\OCL1.cl",
                 12, 3, message);
    assert_error("<program source>:12:3: fatal error: use of undeclared identifier 'x'\n", "<program source>",
                 12, 3, message);
    assert_error("error: /tmp/a dir/tempfile_X.cl:12:3: use of undeclared identifier 'x'\n",
                 "/tmp/a dir/tempfile_X.cl", 12, 3, message);
    assert_error(
        "error: /t/tempfile_X.cl:12:3 <Spelling=/t/tempfile_X.cl:1:9>: use of undeclared identifier 'x'\n",
        "/t/tempfile_X.cl", 12, 3, message);
    assert_error(
        "error: /t/tempfile_X.cl:12:3 <Spelling=<scratch space>:2:1>: use of undeclared identifier 'x'\n",
        "/t/tempfile_X.cl", 12, 3, message);
    assert_error("\"/tmp/OCL7.cl\", line 12: error: identifier \"x\" is undefined\n", "/tmp/OCL7.cl", 12, 0,
                 "identifier \"x\" is undefined");
    assert_error("\"/tmp/OCL7.cl\", line 12: error:\n          identifier \"x\" is undefined\n",
                 "/tmp/OCL7.cl", 12, 0, "identifier \"x\" is undefined");
}

static void messages_without_a_place(void **state)
{
    (void)state;
    assert_error("ptxas error   : Entry function 'k' uses too much shared data (0x12000 bytes, 0xc000 max)\n",
                 "", 0, 0, "Entry function 'k' uses too much shared data (0x12000 bytes, 0xc000 max)");
    assert_error("ptxas fatal   : Unresolved extern function 'far'\n", "", 0, 0,
                 "Unresolved extern function 'far'");
    assert_error("ptxas application ptx input, line 23; error   : Arguments mismatch for instruction 'mov'\n",
                 "", 0, 0, "Arguments mismatch for instruction 'mov'");
    assert_error("lld: error: undefined symbol: far\n>>> referenced by k\n", "", 0, 0,
                 "undefined symbol: far");
    assert_error("error: undefined reference to `far()'\n\nerror: backend compiler failed build.\n", "", 0, 0,
                 "undefined reference to `far()'");
    assert_error("Linking globals named 'f': symbol multiply defined!\n", "", 0, 0,
                 "Linking globals named 'f': symbol multiply defined!");
    assert_error("Invalid build option: -Wall\n", "", 0, 0, "Invalid build option: -Wall");
}

/* The driver says of each kernel what it did to it, and nothing of it is the user's matter. */
static void what_nvidia_says_of_itself(void **state)
{
    (void)state;
    struct cld_build_log *log = parse(
        "\n(): Warning: Function k is a kernel, so overriding noinline attribute. The function may be "
        "inlined "
        "when called.\n"
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
        "ptxas info    : Function properties for k\n"
        "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas warning : Value of threads per SM for entry k is out of range. .minnctapersm will be ignored\n"
        "<kernel>:1:34: warning: OpenCL extension 'cl_khr_fp64' is core feature - ignoring\n"
        "<kernel>:1:9: note: of the warning that is left out\n");
    assert_int_equal(log->count, 0);
    assert_int_equal(log->warnings, 0);
    cld_build_log_free(log);
    log = parse("(): Warning: Function k is a kernel, so overriding noinline attribute. The function may be "
                "inlined when called.\n"
                "<kernel>:5:9: warning: unused variable 'a'\n<kernel>:5:1: note: here\n");
    assert_int_equal(log->count, 2);
    assert_int_equal(log->warnings, 1);
    cld_build_log_free(log);
}

static void first_line_of_a_log_without_errors(void **state)
{
    (void)state;
    char line[32];
    cld_log_first_line(
        "\n(): Warning: Function k is a kernel, so overriding noinline attribute. The function may "
        "be inlined when called.\r\n\n  internal compiler failure\nmore\n",
        line, sizeof line);
    assert_string_equal(line, "internal compiler failure");
    cld_log_first_line("a line that is longer than there is room for it", line, sizeof line);
    assert_string_equal(line, "a line that is longer than ther");
    cld_log_first_line(" \n", line, sizeof line);
    assert_string_equal(line, "");
}

static void options_that_nvidia_does_not_know(void **state)
{
    (void)state;
    const char *text = "Error in processing command line: Don't understand command line argument "
                       "\"-fno-such-option\"!";
    assert_error(text, "", 0, 0, text);
    assert_int_equal(cld_text_of(text)->class, CLD_BUILD_OPTIONS);
}

/* What NVIDIA warns of first, and fails for later. */
static void an_undeclared_function_is_the_root(void **state)
{
    (void)state;
    struct cld_build_log *log =
        parse("<kernel>:4:9: warning: implicit declaration of function 'unused' is invalid in OpenCL\n"
              "<kernel>:5:14: warning: implicit declaration of function 'far' is invalid in OpenCL\n"
              "ptxas fatal   : Unresolved extern function 'far'\n");
    assert_int_equal(log->errors, 2);
    assert_int_equal(log->warnings, 1);
    assert_diagnostic(cld_build_log_root(log), "<kernel>", 5, 14,
                      "implicit declaration of function 'far' is invalid in OpenCL");
    cld_build_log_free(log);
}

static void functions_that_are_named(void **state)
{
    (void)state;
    char name[16];
    struct cld_build_log *log = parse(
        "error: Double type is not supported on this platform.\nin kernel: 'sums'\n"
        "ptxas error   : Entry function 'a_very_long_name_of_one' uses too much\n"
        "error: x\n"
        "(): Error: Formal parameter space overflowed (9 bytes required, max 8 bytes allowed) in function "
        "k\n"
        "error: too few arguments in function call\n"
        "error: bad in function of mine\n");
    assert_int_equal(log->count, 6);
    assert_true(cld_diagnostic_function(&log->list[0], name, sizeof name));
    assert_string_equal(name, "sums");
    assert_true(cld_diagnostic_function(&log->list[1], name, sizeof name));
    assert_string_equal(name, "a_very_long_nam");
    assert_false(cld_diagnostic_function(&log->list[2], name, sizeof name));
    assert_true(cld_diagnostic_function(&log->list[3], name, sizeof name));
    assert_string_equal(name, "k");
    assert_false(cld_diagnostic_function(&log->list[4], name, sizeof name));
    assert_false(cld_diagnostic_function(&log->list[5], name, sizeof name));
    cld_build_log_free(log);
}

static void notes_belong_to_their_error(void **state)
{
    (void)state;
    struct cld_build_log *log =
        parse("k.cl:9:2: error: expected '}'\n    9 | }\n      |  ^\nk.cl:3:1: note: to match this "
              "'{'\n{\n^\nk.cl:12:1: warning: unused [-Werror,-Wunused-variable]\n2 errors generated.\n");
    assert_int_equal(log->errors, 1);
    assert_int_equal(log->warnings, 1);
    const struct cld_diagnostic *error = cld_build_log_root(log), *note = cld_build_log_note(log, error);
    assert_diagnostic(note, "k.cl", 3, 1, "to match this '{'");
    assert_null(cld_build_log_note(log, note));
    const struct cld_diagnostic *warning = cld_build_log_next(log, NULL, CLD_LEVEL_WARNING);
    assert_diagnostic(warning, "k.cl", 12, 1, "unused");
    assert_string_equal(warning->flag, "-Wunused-variable");
    assert_null(cld_build_log_next(log, warning, CLD_LEVEL_WARNING));
    cld_build_log_free(log);
}

static void headers_and_who_includes_them(void **state)
{
    (void)state;
    struct cld_build_log *log = parse("In file included from 1:2:\nIn file included from inc/a.clh:3:\n"
                                      "inc/b.clh:4:5: error: expected ';'\n1:9:1: error: expected ')'\n");
    assert_string_equal(log->list[0].from, "1");
    assert_int_equal(log->list[0].from_line, 2);
    assert_diagnostic(&log->list[0], "inc/b.clh", 4, 5, "expected ';'");
    assert_string_equal(log->list[1].from, "");
    assert_int_equal(log->list[1].from_line, 0);
    cld_build_log_free(log);
}

/* A line of source may look like anything. */
static void source_is_not_taken_for_messages(void **state)
{
    (void)state;
    struct cld_build_log *log = parse("k.cl:2:5: error: expected ';'\n"
                                      "    2 | x // a.cl:7:8: error: once upon a time\n"
                                      "      | ^\n"
                                      "k.cl:3:5: error: expected ')'\n"
                                      "y // b.cl:7:8: error: undefined reference to z\n"
                                      " \t  ^~~~\n");
    assert_int_equal(log->errors, 2);
    cld_build_log_free(log);
}

static void what_compilers_are_proud_of_is_left_out(void **state)
{
    (void)state;
    struct cld_build_log *log =
        parse("Compilation started\nCompilation done\nremark: <unknown>:0:0: Kernel was 16-way "
              "vectorized\nptxas info    : 0 bytes gmem\nptxas info    : Used 22 registers\n"
              "Kernel \"k\" was successfully vectorized (16)\nDone.\n1 warning generated.\n");
    assert_int_equal(log->count, 0);
    assert_null(cld_build_log_root(log));
    cld_build_log_free(log);
}

static void a_misread_line_is_told_by_its_syntax(void **state)
{
    (void)state;
    struct cld_build_log *log =
        parse("1:5:21: error: redefinition of 'i'\n1:5:23: error: expected ';' in 'for'\n");
    assert_diagnostic(cld_build_log_root(log), "1", 5, 23, "expected ';' in 'for'");
    cld_build_log_free(log);
    log = parse("1:5:21: error: redefinition of 'i'\n1:6:23: error: expected ';' in 'for'\n");
    assert_diagnostic(cld_build_log_root(log), "1", 5, 21, "redefinition of 'i'");
    cld_build_log_free(log);
}

static void strange_logs(void **state)
{
    (void)state;
    struct cld_build_log *log = cld_build_log_parse("k.cl:1:2: error: a\0b\n\0\0", 22);
    assert_diagnostic(cld_build_log_root(log), "k.cl", 1, 2, "a b");
    cld_build_log_free(log);
    log = cld_build_log_parse("", 0);
    assert_int_equal(log->count, 0);
    cld_build_log_free(log);
    log = parse("k.cl:99999999999:1: error: \xff\xfe\n: error:\nerror:\n");
    assert_true(log->errors >= 1);
    cld_build_log_free(log);
}

static void more_than_is_kept(void **state)
{
    (void)state;
    enum { LINES = 50000 };
    char *text = malloc(LINES * 32), *at = text;
    for (int i = 0; i < LINES; i++)
        at += sprintf(at, "k.cl:%d:1: error: x\n", i + 1);
    struct cld_build_log *log = parse(text);
    assert_int_equal(log->errors, LINES);
    assert_int_equal(log->count, CLD_MOST_DIAGNOSTICS);
    cld_build_log_free(log);
    free(text);
}

static void classes(void **state)
{
    (void)state;
    static const struct {
        const char *message;
        enum cld_build_class class;
    } cases[] = {
        {"expected expression", CLD_BUILD_SYNTAX},
        {"too many arguments to function call, expected 2, have 3", CLD_BUILD_TYPE},
        {"unknown type name 'half'", CLD_BUILD_UNSUPPORTED},
        {"unknown type name 'particle'", CLD_BUILD_UNDECLARED},
        {"Entry function 'k' uses too much shared data (0x1 bytes, 0x0 max)", CLD_BUILD_RESOURCE},
        {"passing '__local float *' to parameter of type '__global float *' changes address space of pointer",
         CLD_BUILD_ADDRESS},
        {"undefined symbol: f", CLD_BUILD_LINK},
        {"unknown argument: '-fx'", CLD_BUILD_OPTIONS},
        {"clang frontend command failed due to signal", CLD_BUILD_COMPILER},
        {"so many words, and none of them known", CLD_BUILD_OTHER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct cld_text_info *info = cld_text_of(cases[i].message);
        assert_int_equal(info->class, cases[i].class);
        assert_true(*info->cause && *info->fix);
    }
    assert_true(cld_text_of("2 errors generated.")->is_summary);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_of_all_compilers),
        cmocka_unit_test(messages_without_a_place),
        cmocka_unit_test(what_nvidia_says_of_itself),
        cmocka_unit_test(first_line_of_a_log_without_errors),
        cmocka_unit_test(options_that_nvidia_does_not_know),
        cmocka_unit_test(an_undeclared_function_is_the_root),
        cmocka_unit_test(functions_that_are_named),
        cmocka_unit_test(notes_belong_to_their_error),
        cmocka_unit_test(headers_and_who_includes_them),
        cmocka_unit_test(source_is_not_taken_for_messages),
        cmocka_unit_test(what_compilers_are_proud_of_is_left_out),
        cmocka_unit_test(a_misread_line_is_told_by_its_syntax),
        cmocka_unit_test(strange_logs),
        cmocka_unit_test(more_than_is_kept),
        cmocka_unit_test(classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
