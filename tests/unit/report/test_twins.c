/* Which kernels were checked: as text and as JSON. */
#include "../record/twin.h"
#include "rendered.h"
#include "session.h"
#include "test.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* A program of twelve kernels, one of which has no twin; a forked child launched two of them again. */
static char *write_session(struct synth synth[2])
{
    char *folder = synth_folder(), name[16];
    for (int p = 0; p < 2; p++) {
        synth_open(&synth[p], folder, 1 << 24, p == 1);
        for (uint32_t id = 1; id <= (p ? 2 : 12); id++) {
            snprintf(name, sizeof(name), "kernel_%u", id);
            synth_string(&synth[p], id, name);
            synth_twin(&synth[p], 3, id,
                       id == 2 ? "its source calls a built-in function of the vendor" : NULL);
        }
        synth_close(&synth[p], 500 + p, 0);
    }
    return folder;
}

/* `n` kernels of one program, without a twin for `reasons` different reasons in turn. */
static char *write_skipped(struct synth *synth, uint32_t n, uint32_t reasons)
{
    char *folder = synth_folder(), text[32];
    synth_open(synth, folder, 1 << 24, false);
    for (uint32_t id = 1; id <= n; id++) {
        snprintf(text, sizeof(text), "k%02u", id);
        synth_string(synth, id, text);
        snprintf(text, sizeof(text), "reason %02u", id % reasons);
        synth_twin(synth, 3, id, text);
    }
    synth_close(synth, 500, 0);
    return folder;
}

static void text_counts_kernels(void **state)
{
    (void)state;
    struct synth synth[2];
    char *folder = write_session(synth), *text = rendered_text(folder, 80, false, CLD_NORMAL);
    assert_contains(text,
                    "kernels checked: 12 of 14\n"
                    "not checked:\n"
                    "  kernel kernel_2 (2 times): its source calls a built-in function of the vendor\n");
    free(text);
    text = rendered_text(folder, 80, false, CLD_QUIET);
    assert_null(strstr(text, "kernel_2"));
    free(text);
    synth_remove(folder);
}

/* Some names of each reason, and some reasons; -v shows all. */
static void many_kernels_are_grouped(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = write_skipped(&synth, 40, 2), *text = rendered_text(folder, 80, false, CLD_NORMAL);
    assert_contains(text, "kernels checked: 0 of 40\n");
    assert_contains(text, "  kernels k02, k04, k06, k08, k10, k12 and 14 more: reason 00\n");
    assert_contains(text, "  kernels k01, k03, k05, k07, k09, k11 and 14 more: reason 01\n");
    free(text);
    text = rendered_text(folder, 80, false, CLD_VERBOSE);
    assert_contains(text, "k39: reason 01");
    free(text);
    synth_remove(folder);
    folder = write_skipped(&synth, 30, 15);
    text = rendered_text(folder, 80, false, CLD_NORMAL);
    assert_contains(text, "  kernels k09, k24: reason 09\n  10 more kernels: -v shows why\n");
    free(text);
    text = rendered_text(folder, 80, false, CLD_VERBOSE);
    assert_contains(text, "  kernels k14, k29: reason 14\n");
    free(text);
    synth_remove(folder);
}

/* The entry of coverage.skipped that is about kernel `name`. */
static const json_t *skipped(const json_t *coverage, const char *name)
{
    size_t i;
    const json_t *note;
    json_array_foreach(json_object_get(coverage, "skipped"), i,
                       note) if (strcmp(json_string_value(json_object_get(note, "what")), "kernel") == 0 &&
                                 strcmp(json_string_value(json_object_get(note, "name")), name) ==
                                     0) return note;
    return NULL;
}

static json_t *coverage_of(const char *folder)
{
    char *text = rendered_json(folder);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    json_t *coverage = json_incref(json_object_get(root, "coverage"));
    assert_non_null(coverage);
    json_decref(root);
    free(text);
    return coverage;
}

static void json_counts_kernels(void **state)
{
    (void)state;
    struct synth synth[2];
    char *folder = write_session(synth);
    json_t *coverage = coverage_of(folder), *kernels = json_object_get(coverage, "kernels");
    assert_int_equal(json_integer_value(json_object_get(kernels, "instrumented")), 12);
    assert_int_equal(json_integer_value(json_object_get(kernels, "total")), 14);
    const json_t *note = skipped(coverage, "kernel_2");
    assert_string_equal(json_string_value(json_object_get(note, "reason")),
                        "its source calls a built-in function of the vendor");
    assert_int_equal(json_integer_value(json_object_get(note, "count")), 2);
    assert_null(skipped(coverage, "kernel_1"));
    json_decref(coverage);
    synth_remove(folder);
}

/* A kernel that has a twin, which does not check all of it: checked, and under what is not. */
static void what_is_unchecked_is_said(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    synth_string(&synth, 1, "whole");
    synth_string(&synth, 2, "partly");
    synth_twin(&synth, 3, 1, NULL);
    synth_twin_of(&synth, 3, 2, CLD_TWIN_INSTRUMENTED, "2 accesses unchecked: their type has no name");
    synth_close(&synth, 500, 0);
    char *text = rendered_text(folder, 80, false, CLD_NORMAL);
    assert_contains(text, "kernels checked: 2 of 2\n"
                          "not checked:\n"
                          "  kernel partly: 2 accesses unchecked: their type has no name\n");
    free(text);
    json_t *coverage = coverage_of(folder), *kernels = json_object_get(coverage, "kernels");
    assert_int_equal(json_integer_value(json_object_get(kernels, "instrumented")), 2);
    assert_int_equal(json_integer_value(json_object_get(kernels, "total")), 2);
    assert_string_equal(json_string_value(json_object_get(skipped(coverage, "partly"), "reason")),
                        "2 accesses unchecked: their type has no name");
    assert_null(skipped(coverage, "whole"));
    json_decref(coverage);
    synth_remove(folder);
}

static void without_twins_nothing_is_said(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    synth_string(&synth, 1, "scale");
    synth_command(&synth, 1, synth_fn("clEnqueueNDRangeKernel"), 1, 1, 64);
    synth_close(&synth, 500, 0);
    json_t *coverage = coverage_of(folder);
    assert_null(json_object_get(coverage, "kernels"));
    char *text = rendered_text(folder, 80, false, CLD_VERBOSE);
    assert_null(strstr(text, "kernels checked"));
    free(text);
    json_decref(coverage);
    synth_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_counts_kernels),           cmocka_unit_test(many_kernels_are_grouped),
        cmocka_unit_test(json_counts_kernels),           cmocka_unit_test(what_is_unchecked_is_said),
        cmocka_unit_test(without_twins_nothing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
