/* Findings of the layer: the same one is one, in whatever processes it was made. */
#include "scene.h"
#include "test.h"

static const struct cld_run_info exited = {.pid = SCENE_PID, .ended = 2, .status = 0};
static const struct synth_finding usual = {.finding = CLD_FINDING_API_ERROR,
                                           .severity = CLD_SEVERITY_ERROR,
                                           .fn = 4,
                                           .code = -30,
                                           .arg = -1,
                                           .stack = 1,
                                           .count = 2,
                                           .first_ns = 50,
                                           .message = "it failed",
                                           .fix = "mend it"};

static void equal_findings_are_merged(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    for (int i = 0; i < 3; i++) {
        struct synth_finding finding = usual;
        finding.first_ns -= 10u * (unsigned)i;
        finding.next_fn = i == 1 ? 9 : 0;
        struct synth *synth = scene_process(&scene);
        synth_finding(synth, &finding);
        synth_finding(synth, &finding); /* of another thread */
        synth_exit(synth, 1);
    }
    scene_judge(&scene, &exited, NULL);
    assert_int_equal(scene.findings->count, 1);
    const struct cld_found *found = &scene.findings->list[0];
    assert_int_equal(found->count, 12);
    assert_int_equal(found->processes, 3);
    assert_int_equal(found->first_ns, 30);
    assert_int_equal(found->next_fn, 9);
    assert_int_equal(found->process->pid, SCENE_PID);
    assert_string_equal(found->message, "it failed");
    scene_end(&scene);
}

/* One thing differs at a time. */
static void different_findings_stay_apart(void **state)
{
    (void)state;
    struct scene scene;
    struct synth_finding other[5];
    scene_begin(&scene);
    struct synth *synth = scene_process(&scene);
    for (int i = 0; i < 5; i++)
        other[i] = usual;
    other[0].stack = 2;
    other[1].code = -31;
    other[2].arg = 3;
    other[3].fn = 5;
    other[4].finding = CLD_FINDING_USE_AFTER_RELEASE;
    synth_finding(synth, &usual);
    for (int i = 0; i < 5; i++)
        synth_finding(synth, &other[i]);
    synth_exit(synth, 1);
    scene_judge(&scene, &exited, NULL);
    assert_int_equal(scene.findings->count, 6);
    scene_end(&scene);
}

/* Without a stack the words decide; turns of two kinds of words are two findings. */
static void words_decide_without_a_stack(void **state)
{
    (void)state;
    struct scene scene;
    struct synth_finding a = usual, b = usual;
    a.stack = b.stack = 0;
    b.message = "it failed in another way";
    scene_begin(&scene);
    for (int i = 0; i < 3; i++) {
        struct synth *synth = scene_process(&scene);
        synth_finding(synth, &a);
        synth_finding(synth, &b);
        synth_exit(synth, 1);
    }
    scene_judge(&scene, &exited, NULL);
    assert_int_equal(scene.findings->count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(scene.findings->list[i].count, 6);
        assert_int_equal(scene.findings->list[i].processes, 3);
    }
    scene_end(&scene);
}

static void the_worst_comes_first(void **state)
{
    (void)state;
    struct scene scene;
    struct synth_finding finding = usual;
    scene_begin(&scene);
    struct synth *synth = scene_process(&scene);
    synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 1);
    finding.severity = CLD_SEVERITY_WARNING;
    finding.first_ns = 900;
    synth_finding(synth, &finding);
    finding.severity = CLD_SEVERITY_ADVICE;
    finding.stack = 2;
    finding.first_ns = 1;
    synth_finding(synth, &finding);
    finding.severity = CLD_SEVERITY_ERROR;
    finding.stack = 3;
    finding.first_ns = 20;
    synth_finding(synth, &finding);
    finding.code = -59;
    finding.first_ns = 10;
    synth_finding(synth, &finding);
    synth_exit(synth, 1);
    scene_judge(&scene, &exited, NULL);
    const struct cld_found *list = scene.findings->list;
    assert_int_equal(scene.findings->count, 5);
    assert_int_equal(list[0].code, -59); /* the earlier error */
    assert_int_equal(list[1].severity, CLD_SEVERITY_ERROR);
    assert_int_equal(list[2].severity, CLD_SEVERITY_WARNING);
    assert_int_equal(list[2].id, CLD_FINDING_API_ERROR);
    assert_int_equal(list[3].id, CLD_FINDING_OBJECT_LEAK);
    assert_int_equal(list[4].severity, CLD_SEVERITY_ADVICE);
    scene_end(&scene);
}

/* Ids are what users suppress and scripts look for. */
static void the_catalogue_is_whole(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CLD_FINDING_COUNT; i++) {
        assert_true(cld_finding_info(i)->id[0] && cld_finding_info(i)->title[0] && cld_finding_why(i)[0]);
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(cld_finding_info(i)->id, cld_finding_info(k)->id);
    }
    assert_null(cld_finding_info(CLD_FINDING_COUNT));
    assert_string_equal(cld_finding_why(CLD_FINDING_COUNT), "");
    assert_string_equal(cld_severity_name(CLD_SEVERITY_ADVICE), "advice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_findings_are_merged),    cmocka_unit_test(different_findings_stay_apart),
        cmocka_unit_test(words_decide_without_a_stack), cmocka_unit_test(the_worst_comes_first),
        cmocka_unit_test(the_catalogue_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
