/* The slots of live objects. */
#include "record/read.h"
#include "session.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

struct live {
    size_t count;
    uint64_t serials; /* their sum */
    uint64_t problems;
};

static void add_slot(void *user, const struct cld_slot *slot)
{
    struct live *live = user;
    live->count++;
    live->serials += slot->serial;
}

static struct live read_live(const char *folder)
{
    struct live live = {0};
    struct cld_reader *reader;
    char error[CLD_READ_ERROR_MAX];
    assert_int_equal(cld_reader_open(folder, &reader, error), 0);
    cld_reader_read_slots(reader, cld_reader_process(reader, 0), add_slot, &live);
    live.problems = cld_reader_problems(reader);
    cld_reader_close(reader);
    return live;
}

static void only_published_slots_are_seen(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    assert_int_equal(read_live(folder).count, 0);
    struct cld_slot *slot = cld_slot_new(&synth.session);
    slot->kind = CLD_KIND_EVENT;
    slot->serial = 9;
    assert_int_equal(slot->state, CLD_SLOT_FREE);
    assert_int_equal(read_live(folder).count, 0);
    cld_slot_publish(slot);
    assert_int_equal(slot->state, CLD_SLOT_LIVE);
    assert_int_equal(read_live(folder).serials, 9);
    cld_slot_free(&synth.session, slot);
    assert_int_equal(slot->state, CLD_SLOT_FREE);
    assert_int_equal(read_live(folder).count, 0);
    synth_remove(folder);
}

/* A program that makes and releases objects for days must not make the file grow. */
static void freed_slots_come_again_empty(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    struct cld_slot *keep = synth_object(&synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 0);
    for (int i = 0; i < 100000; i++) {
        struct cld_slot *slot = synth_object(&synth, CLD_KIND_EVENT, 0, 11, 22);
        assert_ptr_not_equal(slot, keep);
        cld_slot_free(&synth.session, slot);
    }
    assert_int_equal(synth.session.slots, 512);
    static const struct cld_slot empty;
    struct cld_slot *slot = cld_slot_new(&synth.session);
    assert_memory_equal(slot, &empty, sizeof(empty));
    struct live live = read_live(folder);
    assert_int_equal(live.count, 1);
    assert_int_equal(live.problems, 0);
    synth_remove(folder);
}

static void the_table_grows(void **state)
{
    (void)state;
    enum { N = 5000 };
    struct synth synth;
    static struct cld_slot *slots[N];
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    for (int i = 0; i < N; i++)
        slots[i] = synth_object(&synth, CLD_KIND_EVENT, 0, 0, 0);
    for (int i = 0; i < N; i++) /* none was given twice, and none moved */
        assert_int_equal(slots[i]->serial, i + 1);
    struct live live = read_live(folder);
    assert_int_equal(live.count, N);
    assert_int_equal(live.serials, (uint64_t)N * (N + 1) / 2);
    for (int i = 0; i < N; i += 2)
        cld_slot_free(&synth.session, slots[i]);
    live = read_live(folder);
    assert_int_equal(live.count, N / 2);
    assert_int_equal(live.problems, 0);
    synth_remove(folder);
}

static void without_room_there_is_none(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, 256 << 10, false);
    size_t made = 0;
    for (int i = 0; i < 10000; i++) {
        struct cld_slot *slot = cld_slot_new(&synth.session);
        if (!slot)
            continue;
        made++;
        slot->kind = CLD_KIND_EVENT;
        slot->serial = 1;
        cld_slot_publish(slot);
    }
    assert_in_range(made, 512, 2047);
    assert_true(synth.session.control->used_bytes <= 256 << 10);
    assert_int_equal(read_live(folder).count, made);
    synth_remove(folder);
}

static void damaged_slots_are_left_out(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    synth_object(&synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 0);
    synth_object(&synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 0)->kind = 77;
    synth_object(&synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 0)->serial = 0;
    struct cld_slot *slot = synth_object(&synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 64, 0);
    atomic_store(&slot->state, 5);
    struct cld_reader *reader;
    struct live live = {0};
    char error[CLD_READ_ERROR_MAX];
    assert_int_equal(cld_reader_open(folder, &reader, error), 0);
    cld_reader_read_slots(reader, cld_reader_process(reader, 0), add_slot, &live);
    assert_int_equal(live.count, 1);
    assert_int_equal(cld_reader_problems(reader), 1);
    const struct cld_problem *problem = cld_reader_problem(reader, 0);
    assert_contains(problem->file, "/objects");
    assert_int_equal(problem->offset, CLD_OBJECTS_OFFSET + sizeof(struct cld_slot));
    assert_int_equal(problem->places, 3);
    assert_int_equal(problem->lost, 3 * sizeof(struct cld_slot));
    cld_reader_close(reader);
    synth_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_published_slots_are_seen),
        cmocka_unit_test(freed_slots_come_again_empty),
        cmocka_unit_test(the_table_grows),
        cmocka_unit_test(without_room_there_is_none),
        cmocka_unit_test(damaged_slots_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
