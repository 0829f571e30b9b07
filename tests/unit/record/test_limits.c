/* --max-size, and sessions that were closed or forgotten. */
#include "record/read.h"
#include "session.h"
#include "test.h"

#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT (1u << 20)
#define COMMANDS 200000

static uint64_t disk_bytes;

static int add_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)path, (void)ftw;
    if (type == FTW_F)
        disk_bytes += (uint64_t)st->st_size;
    return 0;
}

static uint64_t bytes_on_disk(const char *folder)
{
    disk_bytes = 0;
    assert_int_equal(nftw(folder, add_file, 16, FTW_PHYS), 0);
    return disk_bytes;
}

/* What the layer does for each command. Returns how many were recorded. */
static size_t record_commands(struct synth *synth, bool thin)
{
    size_t recorded = 0;
    for (uint64_t id = 1; id <= COMMANDS; id++) {
        if (thin && !cld_session_keeps(&synth->session, id))
            continue;
        struct cld_rec_command *command =
            cld_rec_reserve(&synth->session, synth->file, sizeof(*command), CLD_REC_TIMELINE);
        if (!command)
            continue;
        command->id = id;
        cld_rec_commit(synth->file, command, CLD_REC_COMMAND, 1);
        recorded++;
    }
    return recorded;
}

struct seen {
    size_t commands, strings;
    uint64_t newest;
};

static void count_record(void *user, const struct cld_rec_head *head)
{
    struct seen *seen = user;
    seen->strings += head->kind == CLD_REC_STRING;
    if (head->kind == CLD_REC_COMMAND) {
        seen->commands++;
        seen->newest = ((const struct cld_rec_command *)(const void *)head)->id;
    }
}

static struct seen read_back(const char *folder)
{
    struct seen seen = {0};
    struct cld_reader *reader;
    char error[CLD_READ_ERROR_MAX];
    assert_int_equal(cld_reader_open(folder, &reader, error), 0);
    cld_reader_read_records(reader, cld_reader_process(reader, 0)->files[0], NULL, count_record, &seen);
    assert_int_equal(cld_reader_problems(reader), 0);
    cld_reader_close(reader);
    return seen;
}

static void write_essentials(struct synth *synth)
{
    for (uint32_t id = 1; id <= 1000; id++)
        synth_string(synth, id, "an essential record"); /* fails the test if there is no room */
}

static void thinning_keeps_a_session_small(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, LIMIT, false);
    size_t recorded = record_commands(&synth, true);
    assert_true(synth.session.control->thinning > 0);
    assert_in_range(recorded, 1000, COMMANDS / 2);
    write_essentials(&synth);
    assert_true(bytes_on_disk(folder) < LIMIT);
    struct seen seen = read_back(folder);
    assert_int_equal(seen.commands, recorded);
    assert_int_equal(seen.strings, 1000);
    /* Thinned to the end, and not cut off. */
    assert_true(seen.newest > COMMANDS / 10 * 9);
    assert_int_equal(cld_rec_file_header(synth.file)->dropped, 0);
    synth_remove(folder);
}

/* Even a writer that does not thin leaves room for what must not be lost. */
static void the_timeline_has_its_share(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, LIMIT, false);
    size_t recorded = record_commands(&synth, false);
    assert_true(recorded * sizeof(struct cld_rec_command) <= LIMIT / 4 * 3);
    assert_int_equal(synth.session.control->timeline_full, 1);
    assert_true(cld_rec_file_header(synth.file)->dropped > 0);
    write_essentials(&synth);
    assert_true(bytes_on_disk(folder) < LIMIT);
    assert_int_equal(read_back(folder).strings, 1000);
    synth_remove(folder);
}

static void thinning_keeps_powers_of_two(void **state)
{
    (void)state;
    struct cld_control control = {.thinning = 3};
    const struct cld_session session = {.control = &control}, closed = {0};
    assert_true(cld_session_keeps(&session, 8) && cld_session_keeps(&session, 64));
    assert_false(cld_session_keeps(&session, 4) || cld_session_keeps(&session, 9));
    assert_true(cld_session_keeps(&closed, 9));
}

/* What a forked child does with its parent's session. */
static int child_writes(struct synth *synth)
{
    cld_session_forget(&synth->session);
    if (cld_session_take_file(&synth->session) || cld_slot_new(&synth->session) || synth->session.process)
        return 1;
    return cld_rec_reserve(&synth->session, NULL, 16, CLD_REC_ESSENTIAL) != NULL;
}

static void a_forgotten_session_writes_nothing(void **state)
{
    (void)state;
    struct synth synth;
    int status;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    synth_string(&synth, 1, "the parent's");
    uint64_t before = bytes_on_disk(folder), used = synth.session.control->used_bytes;
    pid_t child = fork();
    if (child == 0)
        _exit(child_writes(&synth));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(bytes_on_disk(folder), before);
    assert_int_equal(synth.session.control->used_bytes, used);
    assert_int_equal(read_back(folder).strings, 1);
    synth_string(&synth, 2, "the parent goes on");
    assert_int_equal(read_back(folder).strings, 2);
    synth_remove(folder);
}

static void an_impossible_folder_is_refused(void **state)
{
    (void)state;
    struct cld_session session = {0};
    assert_int_not_equal(cld_session_open(&session, "/dev/null/session", 1 << 20, "layer", false), 0);
    assert_null(cld_session_take_file(&session));
    assert_null(cld_slot_new(&session));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thinning_keeps_a_session_small),
        cmocka_unit_test(the_timeline_has_its_share),
        cmocka_unit_test(thinning_keeps_powers_of_two),
        cmocka_unit_test(a_forgotten_session_writes_nothing),
        cmocka_unit_test(an_impossible_folder_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
