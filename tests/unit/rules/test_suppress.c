/* Files of suppressions: what they hold, what is wrong with them, and what they take away. */
#include "damage.h"
#include "scene.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

static const struct cld_run_info exited = {.pid = SCENE_PID, .ended = 2, .status = 0};

/* Three findings: an error in kernel "scale", a leak at "/opt/demo/app", and advice there. */
static void begin(struct scene *scene)
{
    scene_begin(scene);
    struct synth *synth = scene_process(scene);
    synth_finding(synth, &(struct synth_finding){.finding = CLD_FINDING_INVALID_ARG_SIZE,
                                                 .fn = 4,
                                                 .code = -51,
                                                 .message = "wrong size",
                                                 .kernel = "scale"});
    synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 1);
    synth_object(synth, CLD_KIND_CONTEXT, 0, 0, 2);
    synth_exit(synth, 1);
}

static char *write_file(const struct scene *scene, const char *text)
{
    char *path = NULL;
    assert_true(asprintf(&path, "%s/suppressions", scene->folder) > 0);
    damage_write(path, text, strlen(text));
    return path;
}

/* With this text `left` findings stay. */
static void leaves(const char *text, size_t left)
{
    struct scene scene;
    struct cld_suppressions *suppressions;
    char error[CLD_SUPPRESS_ERROR_MAX] = "";
    begin(&scene);
    char *path = write_file(&scene, text);
    if (cld_suppressions_load(path, &suppressions, error) != 0)
        fail_msg("%s", error);
    scene_judge(&scene, &exited, suppressions);
    if (scene.findings->count != left)
        fail_msg("'%s' leaves %zu findings, not %zu", text, scene.findings->count, left);
    assert_int_equal(scene.findings->suppressed, 3 - left);
    size_t sum = 0;
    for (int i = 0; i <= CLD_SEVERITY_ADVICE; i++)
        sum += scene.findings->by_severity[i];
    assert_int_equal(sum, left);
    cld_suppressions_free(suppressions);
    free(path);
    scene_end(&scene);
}

static void by_id(void **state)
{
    (void)state;
    leaves("", 3);
    leaves("object-leak\n", 1);
    leaves("invalid-arg-size", 2); /* no newline at the end */
    leaves("over-release\n", 3);
    leaves("*\n", 0);
    leaves("object-leak\ninvalid-arg-size\n", 0);
}

static void by_id_and_glob(void **state)
{
    (void)state;
    leaves("invalid-arg-size scale\n", 2);
    leaves("invalid-arg-size sc?le\n", 2);
    leaves("invalid-arg-size blur\n", 3);
    leaves("object-leak /opt/demo/*\n", 1);
    leaves("object-leak app\n", 1); /* base names too */
    leaves("object-leak demo\n", 3);
    leaves("* scale\n", 2);
    leaves("object-leak scale\n", 3);
}

static void comments_and_spaces(void **state)
{
    (void)state;
    leaves("# object-leak\n\n   \n\t# nothing\n", 3);
    leaves("  object-leak \t # known since spring\n", 1);
    leaves("object-leak\t \tapp\r\n", 1);
}

static void refused(const struct scene *scene, const char *text, const char *words)
{
    struct cld_suppressions *suppressions;
    char error[CLD_SUPPRESS_ERROR_MAX] = "", *path = write_file(scene, text);
    assert_int_equal(cld_suppressions_load(path, &suppressions, error), -1);
    assert_null(suppressions);
    assert_contains(error, words);
    assert_null(strchr(error, '\n'));
    free(path);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    struct scene scene;
    struct cld_suppressions *suppressions;
    char error[CLD_SUPPRESS_ERROR_MAX] = "";
    scene_begin(&scene);
    refused(&scene, "object-leak\nobject-leek app\n", ":2: there is no finding called 'object-leek'");
    refused(&scene, "Object-Leak\n", ":1: ");
    assert_int_equal(cld_suppressions_load("/nonexistent/file", &suppressions, error), -1);
    assert_contains(error, "No such file");
    assert_int_equal(cld_suppressions_load(scene.folder, &suppressions, error), -1);
    assert_contains(error, "directory");
    synth_remove(scene.folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_id),
        cmocka_unit_test(by_id_and_glob),
        cmocka_unit_test(comments_and_spaces),
        cmocka_unit_test(bad_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
