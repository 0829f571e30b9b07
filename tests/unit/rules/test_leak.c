/* object-leak: grouping, sums, and the words for each way to end. */
#include "scene.h"
#include "test.h"

static const struct cld_run_info exited = {.pid = SCENE_PID, .ended = 2, .status = 0};

static void objects_of_one_place_are_one_finding(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    struct synth *synth = scene_process(&scene);
    for (int i = 0; i < 100; i++)
        synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 1 << 20, 1);
    synth_object(synth, CLD_KIND_MEM, CLD_SUB_IMAGE, 4096, 1);
    synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 2 << 20, 2);
    atomic_store(&synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 3)->refs,
                 0); /* kept by others only */
    synth_object(synth, CLD_KIND_PLATFORM, 0, 0, 3);
    synth_exit(synth, 1);
    scene_judge(&scene, &exited, NULL);
    assert_int_equal(scene.findings->count, 3);
    assert_int_equal(scene.findings->by_severity[CLD_SEVERITY_WARNING], 3);
    const struct cld_found *found = &scene.findings->list[0]; /* the largest first */
    assert_int_equal(found->id, CLD_FINDING_OBJECT_LEAK);
    assert_int_equal(found->count, 100);
    assert_int_equal(found->bytes, 100 << 20);
    assert_int_equal(found->stack, 1);
    assert_string_equal(found->message, "100 buffers (100 MiB) created here were never released");
    assert_string_equal(found->fix, "call clReleaseMemObject on each after its last use");
    assert_string_equal(scene_evidence(found, "objects"), "100");
    assert_string_equal(scene_evidence(found, "bytes"), "104857600");
    assert_string_equal(scene_evidence(found, "ended"), "exit");
    assert_string_equal(scene.findings->list[1].message, "1 buffer (2 MiB) created here was never released");
    assert_string_equal(scene.findings->list[2].message, "1 image (4 KiB) created here was never released");
    scene_end(&scene);
}

static void released_objects_are_no_leak(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    struct synth *synth = scene_process(&scene);
    cld_slot_free(&synth->session, synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 1));
    synth_exit(synth, 1);
    scene_judge(&scene, &exited, NULL);
    assert_int_equal(scene.findings->count, 0);
    scene_end(&scene);
}

/* How most programs end: one context, queue, program and kernel. */
static void usual_singles_are_advice(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    struct synth *synth = scene_process(&scene);
    static const uint32_t singles[] = {CLD_KIND_CONTEXT, CLD_KIND_QUEUE, CLD_KIND_PROGRAM, CLD_KIND_KERNEL};
    for (int i = 0; i < 4; i++)
        synth_object(synth, singles[i], 0, 0, 1);
    synth_object(synth, CLD_KIND_EVENT, 0, 0, 1);
    synth_object(synth, CLD_KIND_CONTEXT, 0, 0, 2); /* two of one place: a leak that grows */
    synth_object(synth, CLD_KIND_CONTEXT, 0, 0, 2);
    synth_exit(synth, 1);
    scene_judge(&scene, &exited, NULL);
    assert_int_equal(scene.findings->by_severity[CLD_SEVERITY_ADVICE], 4);
    assert_int_equal(scene.findings->by_severity[CLD_SEVERITY_WARNING], 2);
    assert_string_equal(scene.findings->list[0].message, "2 contexts created here were never released");
    assert_contains(scene.findings->list[1].fix, "clReleaseEvent");
    for (size_t i = 2; i < 6; i++)
        assert_int_equal(scene.findings->list[i].severity, CLD_SEVERITY_ADVICE);
    scene_end(&scene);
}

/* One a process is how each of them ends, however many there are. */
static void processes_are_added_up(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    for (int i = 0; i < 3; i++) {
        struct synth *synth = scene_process(&scene);
        synth_object(synth, CLD_KIND_CONTEXT, 0, 0, 1);
        synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 1024, 2);
        synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 1024, 2);
        synth_exit(synth, 1);
    }
    scene_judge(&scene, &exited, NULL);
    assert_int_equal(scene.findings->count, 2);
    const struct cld_found *buffers = &scene.findings->list[0], *contexts = &scene.findings->list[1];
    assert_int_equal(buffers->count, 6);
    assert_int_equal(buffers->bytes, 6144);
    assert_int_equal(buffers->processes, 3);
    assert_string_equal(buffers->message,
                        "6 buffers (6 KiB) created here in 3 processes were never released");
    assert_int_equal(contexts->severity, CLD_SEVERITY_ADVICE);
    assert_int_equal(contexts->count, 3);
    scene_end(&scene);
}

/* Kernels of one place may have many names: one finding each, in one process. */
static void names_keep_objects_apart(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    struct synth *synth = scene_process(&scene);
    synth_string(synth, 1, "scale");
    synth_string(synth, 2, "blur");
    synth_string(synth, 3, "blur"); /* the same word twice */
    for (uint32_t i = 0; i < 6; i++)
        synth_object(synth, CLD_KIND_KERNEL, 0, 0, 1)->label = i % 3 + 1;
    synth_exit(synth, 1);
    scene_judge(&scene, &exited, NULL);
    assert_int_equal(scene.findings->count, 2);
    const struct cld_found *found = &scene.findings->list[0];
    assert_string_equal(found->kernel, "blur");
    assert_string_equal(found->message, "4 kernels \"blur\" created here were never released");
    assert_int_equal(found->processes, 1);
    assert_string_equal(scene.findings->list[1].kernel, "scale");
    scene_end(&scene);
}

static void more_references_than_objects(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    struct synth *synth = scene_process(&scene);
    atomic_store(&synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 1)->refs, 3);
    synth_exit(synth, 1);
    scene_judge(&scene, &exited, NULL);
    assert_contains(scene.findings->list[0].fix, "still holds 3 references");
    assert_string_equal(scene_evidence(&scene.findings->list[0], "references"), "3");
    scene_end(&scene);
}

/* ---- endings ----------------------------------------------------------------------------------------- */

static void ends_like(const struct cld_run_info *run, bool exits, const char *id, const char *words)
{
    struct scene scene;
    scene_begin(&scene);
    struct synth *synth = scene_process(&scene);
    synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 1);
    if (exits)
        synth_exit(synth, 1);
    scene_judge(&scene, run, NULL);
    assert_int_equal(scene.findings->count, 1);
    assert_string_equal(scene_evidence(&scene.findings->list[0], "ended"), id);
    assert_contains(scene.findings->list[0].message, words);
    scene_end(&scene);
}

static void words_for_each_ending(void **state)
{
    (void)state;
    const struct cld_run_info killed = {.pid = SCENE_PID, .ended = 2, .status = -1, .signal = 9};
    const struct cld_run_info other = {.pid = SCENE_PID + 70, .ended = 2, .status = 0};
    ends_like(&exited, true, "exit", "created here was never released");
    ends_like(&exited, false, "_exit", "the program ended without exit(): by _exit");
    ends_like(&killed, false, "killed", "was alive when the program was killed by SIGKILL");
    ends_like(&other, false, "unknown", "was alive when the process ended without exit()");
}

static void an_exec_is_an_ending(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene);
    struct synth *synth = scene_process(&scene), second;
    synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 1);
    synth_open(&second, scene.folder, 1 << 24, false);
    synth_exit(&second, 1);
    synth_close(&second, SCENE_PID, 1);
    scene_judge(&scene, &exited, NULL);
    assert_int_equal(scene.findings->count, 1);
    assert_string_equal(scene_evidence(&scene.findings->list[0], "ended"), "exec");
    assert_contains(scene.findings->list[0].message, "replaced itself by exec");
    scene_end(&scene);
}

static void who_still_runs_is_not_judged(void **state)
{
    (void)state;
    struct scene scene;
    long running[] = {SCENE_PID};
    const struct cld_run_info run = {.pid = SCENE_PID + 70, .ended = 2, .running = running, .n_running = 1};
    scene_begin(&scene);
    synth_object(scene_process(&scene), CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 1);
    scene_judge(&scene, &run, NULL);
    assert_int_equal(scene.findings->count, 0);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_of_one_place_are_one_finding),
        cmocka_unit_test(released_objects_are_no_leak),
        cmocka_unit_test(usual_singles_are_advice),
        cmocka_unit_test(processes_are_added_up),
        cmocka_unit_test(names_keep_objects_apart),
        cmocka_unit_test(more_references_than_objects),
        cmocka_unit_test(words_for_each_ending),
        cmocka_unit_test(an_exec_is_an_ending),
        cmocka_unit_test(who_still_runs_is_not_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
