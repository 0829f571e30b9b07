/* Findings of builds: the line that the compiler means, what it says besides, what was kept. */
#include "rendered.h"
#include "rules/findings.h"
#include "session.h"
#include "test.h"

#include <jansson.h>
#include <stdlib.h>

static struct synth_finding failure(void)
{
    return (struct synth_finding){
        .finding = CLD_FINDING_BUILD_FAILED,
        .fn = synth_fn("clBuildProgram"),
        .code = -11,
        .arg = 0,
        .count = 1,
        .message = "clBuildProgram failed: expected ';' after expression",
        .fix = "write `;` there",
        .kernel = "",
        .evidence = {"class",
                     "syntax",
                     "cause",
                     "a semicolon is missing",
                     "source.file",
                     "inc/a.clh",
                     "source.line",
                     "104",
                     "source.column",
                     "6",
                     "source.text",
                     "\ta = 1",
                     "source.corrected",
                     "\ta = 1;",
                     "others",
                     "inc/a.clh:110:1: one\nkernel source:3:4: two",
                     "device",
                     "Some Device",
                     "kept",
                     "7.0/build-1"},
    };
}

static char *session_of(struct synth *synth, const struct synth_finding *findings, size_t n)
{
    char *folder = synth_folder();
    synth_open(synth, folder, 1 << 24, false);
    for (size_t i = 0; i < n; i++)
        synth_finding(synth, &findings[i]);
    synth_close(synth, 500, 0);
    return folder;
}

static char *text_of(const struct synth_finding *findings, size_t n)
{
    struct synth synth;
    char *folder = session_of(&synth, findings, n), *text = rendered_text(folder, 120, false, CLD_NORMAL);
    synth_remove(folder);
    return text;
}

/* A compiler that misses something points behind the line. */
static void shows_the_line(void **state)
{
    (void)state;
    const struct synth_finding f = failure();
    char *text = text_of(&f, 1);
    assert_contains(text, "error[build-failed]: clBuildProgram failed: expected ';' after expression\n"
                          "   --> inc/a.clh:104:6\n"
                          "    |\n"
                          "104 |     a = 1\n"
                          "    |         ^\n"
                          "    |\n"
                          "    = write: a = 1;\n"
                          "    = also: inc/a.clh:110:1: one\n"
                          "    = also: kernel source:3:4: two\n"
                          "    = class: syntax: a semicolon is missing\n"
                          "    = device: Some Device\n"
                          "    = kept: ");
    assert_contains(text, "/7.0/build-1 has source.cl");
    assert_contains(text, "/7.0/build-1' && clang -x cl ");
    free(text);
}

static void without_a_line(void **state)
{
    (void)state;
    struct synth_finding f = failure();
    const char *evidence[] = {"class", "link", "cause", "a function is missing", "kept", "7.0/build-1", NULL};
    memset(f.evidence, 0, sizeof f.evidence);
    memcpy(f.evidence, evidence, sizeof evidence);
    char *text = text_of(&f, 1);
    assert_contains(text, "  --> (its call stack is not known)\n");
    assert_contains(text, "   = class: link: a function is missing\n");
    assert_lacks(text, "clang -x cl"); /* it does not link */
    free(text);
}

/* Of a long line only what is around the column is recorded. */
static void a_part_of_a_line(void **state)
{
    (void)state;
    struct synth_finding f = failure();
    const char *evidence[] = {"class",          "type", "source.line", "1",
                              "source.column",  "1009", "source.text", "abc = xyz",
                              "source.skipped", "1002", NULL};
    memset(f.evidence, 0, sizeof f.evidence);
    memcpy(f.evidence, evidence, sizeof evidence);
    char *text = text_of(&f, 1);
    assert_contains(text, "kernel source:1:1009\n");
    assert_contains(text, " 1 | abc = xyz\n"
                          "   |       ^^^\n");
    free(text);
}

/* Programs that are built at one place of the program are told apart by where they are wrong. */
static void one_for_each_line(void **state)
{
    (void)state;
    struct synth synth;
    struct synth_finding f[3] = {failure(), failure(), failure()};
    f[1].evidence[7] = "105";
    char *folder = session_of(&synth, f, 3), *text = rendered_json(folder);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL),
           *findings = json_object_get(root, "findings");
    assert_int_equal(json_array_size(findings), 2);
    json_t *source = json_object_get(json_array_get(findings, 0), "source");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(findings, 0), "count")), 2);
    assert_int_equal(json_integer_value(json_object_get(source, "line")), 104);
    assert_string_equal(json_string_value(json_object_get(source, "corrected")), "\ta = 1;");
    json_decref(root);
    free(text);
    synth_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_the_line),
        cmocka_unit_test(without_a_line),
        cmocka_unit_test(a_part_of_a_line),
        cmocka_unit_test(one_for_each_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
