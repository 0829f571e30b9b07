/* A spoilt session never crashes the reader, and what it gives is always well formed. Runs under sanitizers.
 */
#include "damage.h"
#include "record/read.h"
#include "session.h"
#include "test.h"
#include "twin.h"

#include <stdlib.h>

#define ROUNDS 3000

static uint64_t touched; /* keeps the compiler from leaving the reads out */

/* Uses everything that a reader of a record may use. */
static void use_record(void *user, const struct cld_rec_head *head)
{
    (void)user;
    const unsigned char *bytes = (const unsigned char *)head;
    assert_in_range(head->size, sizeof(*head), CLD_RECORD_MAX);
    for (size_t i = 0; i < head->size; i++)
        touched += bytes[i];
    if (head->kind == CLD_REC_STRING)
        touched += strlen(((const struct cld_rec_string *)(const void *)head)->text);
    if (head->kind == CLD_REC_TWIN)
        touched += strlen(((const struct cld_rec_twin *)(const void *)head)->reason);
    if (head->kind == CLD_REC_STACK) {
        const struct cld_rec_stack *stack = (const void *)head;
        assert_true(sizeof(*stack) + stack->count * sizeof(stack->frames[0]) <= head->size);
    }
    if (head->kind == CLD_REC_FINDING) {
        const struct cld_rec_finding *finding = (const void *)head;
        const char *at = finding->strings;
        assert_true(finding->n_objects <= CLD_FINDING_OBJECTS);
        for (uint32_t i = 0; i < 3 + 2 * finding->evidence; i++)
            at += strlen(at) + 1;
        assert_true(at <= (const char *)head + head->size);
    }
}

static void use_slot(void *user, const struct cld_slot *slot)
{
    (void)user;
    assert_in_range(slot->kind, CLD_KIND_NONE + 1, CLD_KIND_COUNT - 1);
    touched += slot->serial;
}

static void use_pair(void *user, const char *key, const char *value)
{
    (void)user;
    touched += strlen(key) + strlen(value);
}

/* Returns how much of the session was found unreadable. */
static uint64_t read_all(const char *folder)
{
    struct cld_reader *reader;
    struct cld_records_info info;
    char error[CLD_READ_ERROR_MAX];
    if (cld_reader_open(folder, &reader, error) != 0)
        return 1;
    for (size_t i = 0; i < cld_reader_processes(reader); i++) {
        const struct cld_process_dir *dir = cld_reader_process(reader, i);
        cld_reader_read_pairs(reader, dir, use_pair, NULL);
        cld_reader_read_slots(reader, dir, use_slot, NULL);
        for (size_t k = 0; k < dir->n_files; k++)
            cld_reader_read_records(reader, dir->files[k], &info, use_record, NULL);
    }
    uint64_t problems = cld_reader_problems(reader);
    for (size_t i = 0; i < problems; i++)
        touched += strlen(cld_reader_problem(reader, i)->what);
    cld_reader_close(reader);
    return problems;
}

static void write_session(struct synth *synth, const char *folder)
{
    const char *const names[] = {"card", "maker", "OpenCL 3.0", "1.2", "platform"};
    const uint64_t frames[] = {1, 2, 3, 4, 5};
    synth_open(synth, folder, 1 << 24, false);
    for (uint32_t id = 1; id <= 100; id++) {
        synth_string(synth, id, "a string of some length");
        synth_module(synth, "/usr/lib/libsomething.so.1", 4096, 8192, 16384, NULL, 0);
        synth_stack(synth, id, id % 6, frames);
        synth_device(synth, id, 4, names);
        synth_queue(synth, id, 1, 2);
        synth_command(synth, id, id, 3, id, 4);
        synth_times(synth, id, 10, 20, false);
        synth_finding(synth, &(struct synth_finding){.message = "message", .evidence = {"key", "value"}});
        synth_probe(synth, id, -1, 2, 3);
        synth_twin(synth, 1, id, id % 2 ? NULL : "it is too large");
        synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 100, id);
    }
    synth_exit(synth, 1);
    synth_close(synth, 500, 0);
}

static void garbage_never_crashes(void **state)
{
    (void)state;
    static struct synth synth; /* static: what the writer has allocated stays reachable for the leak check */
    struct damage damage;
    size_t noticed = 0;
    char *folder = synth_folder();
    write_session(&synth, folder);
    assert_int_equal(read_all(folder), 0);
    damage_begin(&damage, folder);
    for (int round = 0; round < ROUNDS; round++) {
        const struct damage_file *file = damage_one(&damage);
        noticed += read_all(folder) > 0;
        damage_repair(file);
    }
    assert_int_equal(read_all(folder), 0);
    assert_true(noticed > ROUNDS / 20); /* else nothing was spoilt */
    assert_true(touched > 0);
    damage_end(&damage);
    synth_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(garbage_never_crashes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
