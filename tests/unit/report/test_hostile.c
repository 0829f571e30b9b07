/* Names are given by programs: control characters and bytes that are no UTF-8 must harm no reader of a
 * report. */
#include "../record/twin.h"
#include "rendered.h"
#include "session.h"
#include "test.h"

#include <jansson.h>
#include <stdlib.h>

#include "rules/findings.h"

/* An escape sequence, a line break, C1 controls in UTF-8 and as a byte, a cut sequence, an overlong NUL, a
 * surrogate. */
static const char *const names[] = {
    "red\033[31m\033]0;title\007",
    "two\nlines\r\tand\x7f",
    "c1 \xc2\x9b"
    "31m",
    "c1 \x9b"
    "31m \x90q\x9c",
    "cut \xe2\x82",
    "overlong \xc0\x80 \xe0\x80\x80",
    "surrogate \xed\xa0\x80",
    "beyond \xf5\x80\x80\x80 \xff\xfe",
    "quote \" \\ </script>",
};
#define N_NAMES (sizeof(names) / sizeof(*names))

/* Every text of a session is `name`. */
static void write_hostile(struct synth *synth, const char *name)
{
    const char *const strings[] = {name, name, name, name, name};
    const uint32_t launch = synth_fn("clEnqueueNDRangeKernel");
    synth_string(synth, 1, name);
    synth_module(synth, name, 0x1000, 0x1000, 0x2000, NULL, 0);
    synth_stack(synth, 1, 2, (const uint64_t[]){0x1010, 0x9999});
    synth_device(synth, 1, 4, strings);
    synth_command(synth, 1, launch, 1, 1, 1);
    synth_times(synth, 1, 10, 20, false);
    synth_twin(synth, 1, 1, name);
    synth_finding(synth,
                  &(struct synth_finding){.stack = 1,
                                          .code = -4711,
                                          .arg = 200,
                                          .fn = 9999,
                                          .next_fn = 9999,
                                          .message = name,
                                          .fix = name,
                                          .kernel = name,
                                          .evidence = {name, name},
                                          .object = {.kind = CLD_KIND_KERNEL, .label = 1, .born_stack = 1},
                                          .n_objects = 1});
    synth_object(synth, CLD_KIND_KERNEL, 0, 0, 1)->label = 1;
    synth_object(synth, CLD_KIND_KERNEL, 0, 0, 1)->label = 1;
}

/* True if the text is UTF-8 without control characters; newlines are our own. */
static bool harmless(const char *text)
{
    json_t *utf8 = json_string(text); /* refuses what is no UTF-8 */
    bool good = utf8 != NULL;
    json_decref(utf8);
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        good = good && (*at >= 0x20 || *at == '\n') && *at != 0x7f && !(*at == 0xc2 && at[1] < 0xa0);
    return good;
}

static void assert_text(const char *folder, const char *name, enum cld_verbosity verbosity)
{
    char *text = rendered_text(folder, 60, false, verbosity);
    if (!harmless(text))
        fail_msg("'%s' came through:\n%s", name, text);
    free(text);
}

static void assert_json(const char *folder)
{
    json_error_t error;
    char *text = rendered_json(folder);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail_msg("the JSON is broken: %s\n%s", error.text, text);
    const json_t *findings = json_object_get(root, "findings");
    assert_int_equal(json_array_size(findings), 2);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), "cldoctor-1");
    for (const char *at = text; *at; at++)
        assert_true((unsigned char)*at >= 0x20 || *at == '\n');
    json_decref(root);
    free(text);
}

static void hostile_names_are_harmless(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_NAMES; i++) {
        struct synth synth;
        char *folder = synth_folder(), *app[] = {(char *)names[i]};
        const struct cld_run_info run = {
            .pid = 500, .app = app, .n_app = 1, .ended = 2, .status = 0, .cwd = app[0]};
        synth_open(&synth, folder, 1 << 24, false);
        write_hostile(&synth, names[i]);
        synth_close(&synth, 500, 0);
        if (i % 2)
            assert_int_equal(cld_run_info_write(&run, folder), 0);
        assert_text(folder, names[i], CLD_QUIET);
        assert_text(folder, names[i], CLD_NORMAL);
        assert_text(folder, names[i], CLD_VERBOSE);
        assert_json(folder);
        synth_remove(folder);
    }
}

/* Good UTF-8 comes through as it is. */
static void other_languages_are_shown(void **state)
{
    (void)state;
    static const char name[] = "gr\xc3\xb6\xc3\x9f"
                               "e_\xe5\x80\x8d_\xf0\x9f\x8e\xa8";
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    write_hostile(&synth, name);
    synth_close(&synth, 500, 0);
    char *text = rendered_text(folder, 80, false, CLD_VERBOSE), *json = rendered_json(folder);
    assert_contains(text, name);
    assert_contains(json, name);
    free(text);
    free(json);
    synth_remove(folder);
}

/* No process, no record: the report says that nothing was checked. */
static void an_unwatched_program(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    atomic_store(&synth.session.control->layers, 0);
    char *file = NULL;
    assert_true(asprintf(&file, "%s/gone", folder) > 0);
    assert_int_equal(rename(synth.session.process, file),
                     0); /* no name of a process: the reader passes it by */
    char *text = rendered_text(folder, 80, false, CLD_NORMAL), *json = rendered_json(folder);
    assert_contains(text, "nothing was checked");
    assert_contains(json, "\"watched\": false");
    free(text);
    free(json);
    free(file);
    synth_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_names_are_harmless),
        cmocka_unit_test(other_languages_are_shown),
        cmocka_unit_test(an_unwatched_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
