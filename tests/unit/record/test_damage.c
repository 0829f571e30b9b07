/* Files that were cut or overwritten: the rest is read, and what was lost is said. */
#include "damage.h"
#include "record/read.h"
#include "session.h"
#include "test.h"
#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define STRINGS 9000 /* of 32 bytes each: more than four blocks */
#define STRING_BYTES 32
#define PER_BLOCK (CLD_BLOCK / STRING_BYTES)

struct scene {
    char *folder, *path; /* of the record file */
    struct synth synth;
};

struct seen {
    size_t strings;
    uint32_t last;
};

static void open_scene(struct scene *scene)
{
    scene->folder = synth_folder();
    synth_open(&scene->synth, scene->folder, 1 << 24, false);
    for (uint32_t id = 1; id <= STRINGS; id++)
        synth_string(&scene->synth, id, "22 bytes of any text..");
    synth_close(&scene->synth, 500, 0);
    assert_true(asprintf(&scene->path, "%s/500.0/0.rec", scene->folder) > 0);
}

static void close_scene(struct scene *scene)
{
    synth_remove(scene->folder);
    free(scene->path);
}

static void overwrite(const struct scene *scene, long offset, const void *bytes, size_t size)
{
    FILE *file = fopen(scene->path, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void take_string(void *user, const struct cld_rec_head *head)
{
    struct seen *seen = user;
    assert_int_equal(head->kind, CLD_REC_STRING);
    assert_true(head->extra > seen->last); /* in order, and none twice */
    seen->last = head->extra;
    seen->strings++;
}

/* Reads the scene; the only problem of its record file, if any, goes to `problem`. */
static struct seen read_scene(const struct scene *scene, struct cld_problem *problem)
{
    struct seen seen = {0};
    struct cld_reader *reader;
    char error[CLD_READ_ERROR_MAX];
    static char file[64], what[128];
    assert_int_equal(cld_reader_open(scene->folder, &reader, error), 0);
    cld_reader_read_records(reader, cld_reader_process(reader, 0)->files[0], NULL, take_string, &seen);
    *problem = (struct cld_problem){0};
    if (cld_reader_problems(reader) > 0) {
        *problem = *cld_reader_problem(reader, 0);
        snprintf(file, sizeof(file), "%s", problem->file);
        snprintf(what, sizeof(what), "%s", problem->what);
        problem->file = file;
        problem->what = what;
    }
    cld_reader_close(reader);
    return seen;
}

static void a_good_file_has_no_problem(void **state)
{
    (void)state;
    struct scene scene;
    struct cld_problem problem;
    open_scene(&scene);
    struct seen seen = read_scene(&scene, &problem);
    assert_int_equal(seen.strings, STRINGS);
    assert_int_equal(problem.places, 0);
    close_scene(&scene);
}

/* An impossible size in the second block: the rest of that block is lost, and no other. */
static void the_next_block_is_read_again(void **state)
{
    (void)state;
    struct scene scene;
    struct cld_problem problem;
    const long offset = CLD_RECORDS_OFFSET + CLD_BLOCK + 10 * STRING_BYTES;
    open_scene(&scene);
    overwrite(&scene, offset, "\x01\x00\xff\xff", 4);
    struct seen seen = read_scene(&scene, &problem);
    assert_int_equal(seen.strings, STRINGS - (PER_BLOCK - 10));
    assert_int_equal(seen.last, STRINGS);
    assert_string_equal(problem.file, "500.0/0.rec");
    assert_int_equal(problem.offset, offset);
    assert_int_equal(problem.lost, CLD_BLOCK - 10 * STRING_BYTES);
    assert_int_equal(problem.places, 1);
    assert_contains(problem.what, "impossible size");
    close_scene(&scene);
}

/* A text without its NUL: one record is lost. */
static void a_malformed_record_costs_itself(void **state)
{
    (void)state;
    struct scene scene;
    struct cld_problem problem;
    const long offset = CLD_RECORDS_OFFSET + 7 * STRING_BYTES;
    open_scene(&scene);
    overwrite(&scene, offset + 8, "abcdefghijklmnopqrstuvwx", 24);
    struct seen seen = read_scene(&scene, &problem);
    assert_int_equal(seen.strings, STRINGS - 1);
    assert_int_equal(problem.offset, offset);
    assert_int_equal(problem.lost, STRING_BYTES);
    assert_contains(problem.what, "malformed");
    close_scene(&scene);
}

static void take_any(void *user, const struct cld_rec_head *head)
{
    *(uint64_t *)user |= 1ull << head->kind;
}

/* A reason without its NUL, and a twin too short to have one. */
static void a_malformed_twin_is_left_out(void **state)
{
    (void)state;
    for (int cut = 0; cut < 2; cut++) {
        struct synth synth;
        struct cld_reader *reader;
        uint64_t kinds = 0;
        char *folder = synth_folder(), error[CLD_READ_ERROR_MAX];
        const size_t size = cut ? offsetof(struct cld_rec_twin, reason) - 8 : sizeof(struct cld_rec_twin) + 8;
        synth_open(&synth, folder, 1 << 24, false);
        struct cld_rec_head *record = cld_rec_reserve(&synth.session, synth.file, size, CLD_REC_ESSENTIAL);
        assert_non_null(record);
        memset(record + 1, 'x', size - sizeof(*record));
        cld_rec_commit(synth.file, record, CLD_REC_TWIN, CLD_TWIN_SKIPPED);
        synth_exit(&synth, 1);
        synth_close(&synth, 500, 0);
        assert_int_equal(cld_reader_open(folder, &reader, error), 0);
        cld_reader_read_records(reader, "500.0/0.rec", NULL, take_any, &kinds);
        assert_int_equal(kinds, 1ull << CLD_REC_EXIT);
        assert_int_equal(cld_reader_problems(reader), 1);
        assert_contains(cld_reader_problem(reader, 0)->what, "malformed");
        assert_int_equal(cld_reader_problem(reader, 0)->lost, size);
        cld_reader_close(reader);
        synth_remove(folder);
    }
}

static void zeros_in_the_middle_are_noticed(void **state)
{
    (void)state;
    struct scene scene;
    struct cld_problem problem;
    static const char zeros[CLD_BLOCK];
    open_scene(&scene);
    overwrite(&scene, CLD_RECORDS_OFFSET + CLD_BLOCK, zeros, sizeof(zeros));
    struct seen seen = read_scene(&scene, &problem);
    assert_int_equal(seen.strings, STRINGS - PER_BLOCK);
    assert_int_equal(problem.offset, CLD_RECORDS_OFFSET + CLD_BLOCK);
    assert_int_equal(problem.lost, CLD_BLOCK);
    close_scene(&scene);
}

/* Half of a block wiped out: a gap, as long as no record can be. */
static void a_gap_is_noticed(void **state)
{
    (void)state;
    struct scene scene;
    struct cld_problem problem;
    static const char zeros[CLD_BLOCK / 2];
    open_scene(&scene);
    overwrite(&scene, CLD_RECORDS_OFFSET + 5 * STRING_BYTES, zeros, sizeof(zeros));
    struct seen seen = read_scene(&scene, &problem);
    assert_int_equal(seen.strings, STRINGS - PER_BLOCK + 5);
    assert_contains(problem.what, "gap");
    assert_int_equal(problem.offset, CLD_RECORDS_OFFSET + 5 * STRING_BYTES);
    close_scene(&scene);
}

static void a_damaged_header_costs_its_counters(void **state)
{
    (void)state;
    struct scene scene;
    struct cld_problem problem;
    open_scene(&scene);
    overwrite(&scene, 0, "garbage!", 8);
    struct seen seen = read_scene(&scene, &problem);
    assert_int_equal(seen.strings, STRINGS);
    assert_int_equal(problem.offset, 0);
    assert_contains(problem.what, "header");
    close_scene(&scene);
}

/* Cut anywhere: every record before the cut is there, and none behind it. */
static void a_cut_file_gives_its_beginning(void **state)
{
    (void)state;
    struct scene scene;
    struct cld_problem problem;
    open_scene(&scene);
    for (long size = CLD_RECORDS_OFFSET + STRINGS * STRING_BYTES; size > 0; size -= 1237) {
        assert_int_equal(truncate(scene.path, size), 0);
        struct seen seen = read_scene(&scene, &problem);
        size_t whole = size < CLD_RECORDS_OFFSET ? 0 : (size_t)(size - CLD_RECORDS_OFFSET) / STRING_BYTES;
        assert_int_equal(seen.strings, whole);
        assert_int_equal(seen.last, whole);
        assert_true(problem.places > 0);
        assert_string_equal(problem.file, "500.0/0.rec");
    }
    close_scene(&scene);
}

/* ---- folders that are no session -------------------------------------------------------------------- */

static void refused(const char *folder, const char *words)
{
    struct cld_reader *reader;
    char error[CLD_READ_ERROR_MAX] = "";
    assert_int_equal(cld_reader_open(folder, &reader, error), -1);
    assert_null(reader);
    assert_contains(error, words);
    assert_null(strchr(error, '\n'));
}

static void what_is_no_session_is_refused(void **state)
{
    (void)state;
    char *folder = synth_folder(), *control = NULL;
    refused("/nonexistent", "can't open");
    refused(folder, "not a session");
    assert_true(asprintf(&control, "%s/control", folder) > 0);
    damage_write(control, "hello", 5);
    refused(folder, "something else");
    const struct cld_control newer = {.magic = CLD_MAGIC_CONTROL, .version = CLD_FORMAT_VERSION + 1};
    damage_write(control, &newer, sizeof(newer));
    refused(folder, "another version");
    free(control);
    synth_remove(folder);
}

static void a_damaged_control_costs_its_numbers(void **state)
{
    (void)state;
    struct scene scene;
    struct cld_reader *reader;
    struct seen seen = {0};
    char error[CLD_READ_ERROR_MAX], control[128];
    open_scene(&scene);
    snprintf(control, sizeof(control), "%s/control", scene.folder);
    damage_write(control, "hello", 5);
    assert_int_equal(cld_reader_open(scene.folder, &reader, error), 0);
    assert_int_equal(cld_reader_problems(reader), 1);
    assert_string_equal(cld_reader_problem(reader, 0)->file, "control");
    cld_reader_read_records(reader, "500.0/0.rec", NULL, take_string, &seen);
    assert_int_equal(seen.strings, STRINGS);
    cld_reader_close(reader);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_file_has_no_problem),
        cmocka_unit_test(the_next_block_is_read_again),
        cmocka_unit_test(a_malformed_record_costs_itself),
        cmocka_unit_test(a_malformed_twin_is_left_out),
        cmocka_unit_test(zeros_in_the_middle_are_noticed),
        cmocka_unit_test(a_gap_is_noticed),
        cmocka_unit_test(a_damaged_header_costs_its_counters),
        cmocka_unit_test(a_cut_file_gives_its_beginning),
        cmocka_unit_test(what_is_no_session_is_refused),
        cmocka_unit_test(a_damaged_control_costs_its_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
