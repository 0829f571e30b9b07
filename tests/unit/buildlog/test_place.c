/* Which line is meant, how it should be, and how it is shown. */
#include "buildlog/render.h"
#include "buildlog/repair.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct cld_diagnostic error_at(const char *file, unsigned line, unsigned column, const char *message)
{
    return (struct cld_diagnostic){CLD_LEVEL_ERROR, file, line, column, "", 0, message, "", ""};
}

static struct cld_source_text text(const char *name, const char *source)
{
    return (struct cld_source_text){name, source, strlen(source)};
}

static void assert_row(const struct cld_source_text *sources, size_t n, const char *file, unsigned line,
                       const char *shown, const char *row)
{
    struct cld_place_text place;
    const struct cld_diagnostic d = error_at(file, line, 1, "x");
    assert_true(cld_place_find(&d, sources, n, &place));
    assert_string_equal(place.file, shown);
    assert_int_equal(place.line, line);
    if (row) {
        assert_non_null(place.row);
        assert_string_equal(place.row, row);
    } else {
        assert_null(place.row);
    }
    free(place.row);
}

static void sources_without_a_name(void **state)
{
    (void)state;
    const struct cld_source_text s = text(NULL, "one\r\n\ttwo\rthree\n\rfour");
    const char *names[] = {"",
                           "<kernel>",
                           "<program source>",
                           "1",
                           "/tmp/tempfile_x.cl",
                           "input.cl",
                           "/t/comgr-1/input/CompileSource",
                           "C:\\T\\OCL12.cl"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_row(&s, 1, names[i], 1, "", "one");
        assert_row(&s, 1, names[i], 2, "", "\ttwo");
        assert_row(&s, 1, names[i], 3, "", "three");
        assert_row(&s, 1, names[i], 9, "", NULL);
    }
}

static void names_by_line_directives(void **state)
{
    (void)state;
    const struct cld_source_text s =
        text(NULL, "#line 1 \"a.cl\"\nfirst\n  # 10 \"sub/b.cl\" 1\nsecond\n#line 20\nthird\n");
    assert_row(&s, 1, "a.cl", 1, "a.cl", "first");
    assert_row(&s, 1, "sub/b.cl", 10, "sub/b.cl", "second");
    assert_row(&s, 1, "b.cl", 10, "sub/b.cl", "second");
    assert_row(&s, 1, "sub/b.cl", 20, "sub/b.cl", "third");
    assert_row(&s, 1, "a.cl", 7, "a.cl", NULL);
    const struct cld_source_text plain = text(NULL, "#line 100\nfirst\n");
    assert_row(&plain, 1, "<kernel>", 100, "", "first");
}

/* Of a compiler that calls everything "<kernel>". */
static void line_directives_that_are_not_heeded(void **state)
{
    (void)state;
    const struct cld_source_text s =
        text(NULL, "zero\n#line 40 \"a.cl\"\nfirst\nsecond\n#line 41 \"b.cl\"\nthird\n");
    struct cld_place_text place;
    assert_row(&s, 1, "<kernel>", 1, "", "zero");
    assert_row(&s, 1, "<kernel>", 40, "a.cl", "first");
    assert_row(&s, 1, "<kernel>", 41, "", NULL); /* there are two */
    assert_row(&s, 1, "other.cl", 40, "other.cl", NULL);
    const struct cld_diagnostic d = error_at("<kernel>", 6, 1, "x");
    assert_true(cld_place_find(&d, &s, 1, &place));
    assert_string_equal(place.file, "b.cl");
    assert_int_equal(place.line, 41);
    assert_string_equal(place.row, "third");
    free(place.row);
}

static void headers(void **state)
{
    (void)state;
    char path[] = "/tmp/buildlog-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0 && write(file, "on\ndisk\n", 8) == 8);
    close(file);
    const struct cld_source_text s[] = {text(NULL, "main\n"), text("inc/rows.clh", "rows\n"),
                                        text("rows.clh", "other\n")};
    assert_row(s, 3, "/tmp/x/inc/rows.clh", 1, "inc/rows.clh", "rows");
    assert_row(s, 3, "./rows.clh", 1, "inc/rows.clh", "rows"); /* the first that may be meant */
    assert_row(s, 3, "<kernel>", 1, "", "main");
    assert_row(s, 1, path, 2, path, "disk");
    unlink(path);
}

/* The host's own headers are shown as the line that includes them. */
static void headers_of_the_host(void **state)
{
    (void)state;
    struct cld_place_text place;
    struct cld_diagnostic d =
        error_at("/usr/include/math.h", 27, 10, "'bits/libc-header-start.h' file not found");
    const struct cld_source_text s = text(NULL, "// sums\n#include <math.h>\n");
    d.from = "<kernel>";
    d.from_line = 2;
    assert_true(cld_place_find(&d, &s, 1, &place));
    assert_int_equal(place.line, 2);
    assert_string_equal(place.file, "");
    assert_string_equal(place.row, "#include <math.h>");
    free(place.row);
}

static void lines_of_kernels_that_are_named(void **state)
{
    (void)state;
    struct cld_place_text place;
    struct cld_diagnostic d = error_at("", 0, 0, "Entry function 'sum' uses too much shared data");
    const struct cld_source_text s =
        text(NULL, "void summary(int a) { }\nvoid sum(int);\nkernel void sum(global int *a)\n{ sum(a); }\n");
    assert_true(cld_place_find(&d, &s, 1, &place));
    assert_int_equal(place.line, 3);
    assert_int_equal(place.column, 13);
    free(place.row);
    d.message = "Entry function 'su' uses too much shared data";
    assert_false(cld_place_find(&d, &s, 1, &place));
}

/* ---- repairs ---------------------------------------------------------------------------------------------
 */

static void assert_repair(const char *row, unsigned column, const char *message, const char *extensions,
                          const char *wanted, bool wanted_new)
{
    bool is_new;
    const struct cld_diagnostic d = error_at("", 1, column, message);
    const struct cld_place_text place = {.line = 1, .column = column, .row = (char *)(uintptr_t)row};
    char *line = cld_repair_line(&d, &place, extensions, &is_new);
    if (wanted) {
        assert_non_null(line);
        assert_string_equal(line, wanted);
        assert_int_equal(is_new, wanted_new);
    } else {
        assert_null(line);
    }
    free(line);
}

static void repairs(void **state)
{
    (void)state;
    const char *pointer =
        "pointer arguments to kernel functions must reside in '__global', '__constant' or '__local'";
    assert_repair("kernel void k(int n, const float *in)", 35, pointer, NULL,
                  "kernel void k(int n, global const float *in)", false);
    assert_repair("kernel void k(private float *p)", 30, pointer, NULL, NULL, false);
    assert_repair("float t[2] = {1, 2};", 7, "program scope variable must reside in constant address space",
                  NULL, "constant float t[2] = {1, 2};", false);
    assert_repair("float t;", 7, "program scope variable must reside in constant address space", NULL, NULL,
                  false);
    assert_repair("  int a = 1", 12, "expected ';' at end of declaration", NULL, "  int a = 1;", false);
    assert_repair("  a = 1.5e-3 * b;", 7, "double precision constant requires cl_khr_fp64", NULL,
                  "  a = 1.5e-3f * b;", false);
    assert_repair("  a = X * b;", 7, "double precision constant requires cl_khr_fp64", NULL, NULL, false);
    assert_repair("kernel int k(global int *a)", 12, "kernel must have void return type", NULL,
                  "kernel void k(global int *a)", false);
    const char *half = "declaring variable of type '__private half' is not allowed";
    assert_repair("  half h;", 8, half, "cl_khr_fp64 cl_khr_fp16",
                  "#pragma OPENCL EXTENSION cl_khr_fp16 : enable", true);
    assert_repair("  half h;", 8, half, "cl_khr_fp64 cl_khr_fp16x", NULL, false);
    assert_repair("  half h;", 8, half, NULL, NULL, false);
    assert_repair("  int a = 1", 99, "expected ';' at end of declaration", NULL, NULL, false);
}

/* ---- as text ---------------------------------------------------------------------------------------------
 */

static void assert_text(const char *row, unsigned column, const char *wanted)
{
    const struct cld_source_text s = text(NULL, row);
    const struct cld_diagnostic d = error_at("1", 1, column, "expected expression");
    char *shown = cld_diagnostic_text(&d, &s, 1, NULL), *cause = strstr(shown, "    cause: ");
    assert_non_null(cause);
    *cause = '\0';
    assert_string_equal(shown, wanted);
    free(shown);
}

static void carets_stand_below_what_they_mark(void **state)
{
    (void)state;
    assert_text("a + ;", 5, "kernel source:1:5: error: expected expression (syntax)\n    a + ;\n        ^\n");
    assert_text("\ta\t+ ;", 6,
                "kernel source:1:6: error: expected expression (syntax)\n     a + ;\n         ^\n");
    assert_text("\xc3\xa4 + ;", 6,
                "kernel source:1:6: error: expected expression (syntax)\n    \xc3\xa4 + ;\n        ^\n");
    assert_text("a +", 4, "kernel source:1:4: error: expected expression (syntax)\n    a +\n       ^\n");
    assert_text("a +", 40, "kernel source:1:40: error: expected expression (syntax)\n    a +\n");
}

static void long_lines_are_cut_around_the_caret(void **state)
{
    (void)state;
    char row[5001];
    memset(row, 'a', sizeof row - 1);
    row[sizeof row - 1] = '\0';
    row[2999] = '?';
    const struct cld_source_text s = text(NULL, row);
    const struct cld_diagnostic d = error_at("1", 1, 3000, "expected expression");
    char *shown = cld_diagnostic_text(&d, &s, 1, NULL);
    const char *line = strchr(shown, '\n') + 1, *marks = strchr(line, '\n') + 1;
    assert_int_equal(strcspn(line, "?"), strcspn(marks, "^"));
    assert_true(strcspn(line, "\n") < 120);
    free(shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_without_a_name),
        cmocka_unit_test(names_by_line_directives),
        cmocka_unit_test(line_directives_that_are_not_heeded),
        cmocka_unit_test(headers),
        cmocka_unit_test(headers_of_the_host),
        cmocka_unit_test(lines_of_kernels_that_are_named),
        cmocka_unit_test(repairs),
        cmocka_unit_test(carets_stand_below_what_they_mark),
        cmocka_unit_test(long_lines_are_cut_around_the_caret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
