/* What the writer writes is what the reader gives. */
#include "record/read.h"
#include "session.h"
#include "test.h"
#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct seen {
    int kinds[CLD_REC_TWIN + 1];
    int records, unaligned;
    uint64_t next; /* the number that the next string must have */
};

static struct cld_reader *read_session(const char *folder)
{
    struct cld_reader *reader;
    char error[CLD_READ_ERROR_MAX] = "";
    if (cld_reader_open(folder, &reader, error) != 0)
        fail_msg("%s", error);
    return reader;
}

static void check_stack_and_module(const struct cld_rec_head *head)
{
    if (head->kind == CLD_REC_STACK) {
        const struct cld_rec_stack *stack = (const void *)head;
        assert_int_equal(head->extra, 3);
        assert_int_equal(stack->count, 2);
        assert_int_equal(stack->frames[1], 0x222);
    } else {
        const struct cld_rec_module *module = (const void *)head;
        assert_int_equal(module->base, 0x1000);
        assert_int_equal(module->end, 0x3000);
        assert_int_equal(module->build_id_size, 4);
        assert_memory_equal(module->build_id, "\xde\xad\xbe\xef", 4);
        assert_string_equal(module->path, "/lib/x.so");
    }
}

static void check_device_and_queue(const struct cld_rec_head *head)
{
    if (head->kind == CLD_REC_DEVICE) {
        const struct cld_rec_device *device = (const void *)head;
        assert_int_equal(device->serial, 5);
        assert_int_equal(device->type, 4);
        assert_string_equal(device->strings, "card");
        assert_string_equal(device->strings + 5, "maker");
    } else {
        const struct cld_rec_queue *queue = (const void *)head;
        assert_int_equal(queue->serial, 6);
        assert_int_equal(queue->context, 7);
        assert_int_equal(queue->device, 5);
    }
}

static void check_command_and_times(const struct cld_rec_head *head)
{
    if (head->kind == CLD_REC_COMMAND) {
        const struct cld_rec_command *command = (const void *)head;
        assert_int_equal(head->extra, 42);
        assert_int_equal(command->id, 9);
        assert_int_equal(command->queue, 6);
        assert_int_equal(command->label, 1);
        assert_int_equal(command->global[0], 640);
    } else {
        const struct cld_rec_times *times = (const void *)head;
        assert_int_equal(head->extra, 1);
        assert_int_equal(times->id, 9);
        assert_int_equal(times->end - times->start, 25);
    }
}

static void check_finding(const struct cld_rec_head *head)
{
    const struct cld_rec_finding *finding = (const void *)head;
    const char *at = finding->strings;
    static const char *const texts[] = {"it broke", "mend it", "scale", "key", "value"};
    assert_int_equal(finding->code, -48);
    assert_int_equal(finding->arg, 2);
    assert_int_equal(finding->count, 3);
    assert_int_equal(finding->n_objects, 1);
    assert_int_equal(finding->objects[0].bytes, 77);
    assert_int_equal(finding->evidence, 1);
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++, at += strlen(at) + 1)
        assert_string_equal(at, texts[i]);
}

static void check_probe_and_exit(const struct cld_rec_head *head)
{
    if (head->kind == CLD_REC_PROBE) {
        const struct cld_rec_probe *probe = (const void *)head;
        assert_int_equal(head->extra, 8);
        assert_int_equal(probe->code, -30);
        assert_int_equal(probe->detail, 0x1234);
        assert_int_equal(probe->count, 12);
    } else {
        assert_int_equal(((const struct cld_rec_exit *)(const void *)head)->ns, 987654321);
    }
}

static void check_twin(const struct cld_rec_head *head)
{
    const struct cld_rec_twin *twin = (const void *)head;
    assert_int_equal(head->extra, CLD_TWIN_SKIPPED);
    assert_int_equal(twin->program, 11);
    assert_int_equal(twin->label, 1);
    assert_string_equal(twin->reason, "it is too large");
}

static void check_record(void *user, const struct cld_rec_head *head)
{
    struct seen *seen = user;
    assert_in_range(head->kind, 1, CLD_REC_TWIN);
    seen->kinds[head->kind]++;
    seen->records++;
    if (head->kind == CLD_REC_STRING) {
        assert_int_equal(head->extra, 1);
        assert_string_equal(((const struct cld_rec_string *)(const void *)head)->text, "scale");
    } else if (head->kind <= CLD_REC_STACK) {
        check_stack_and_module(head);
    } else if (head->kind <= CLD_REC_QUEUE) {
        check_device_and_queue(head);
    } else if (head->kind <= CLD_REC_TIMES) {
        check_command_and_times(head);
    } else if (head->kind == CLD_REC_FINDING) {
        check_finding(head);
    } else if (head->kind == CLD_REC_TWIN) {
        check_twin(head);
    } else {
        check_probe_and_exit(head);
    }
}

static void write_each_kind(struct synth *synth)
{
    const char *const names[] = {"card", "maker", "OpenCL 3.0", "1.2", "platform"};
    synth_string(synth, 1, "scale");
    synth_module(synth, "/lib/x.so", 0x1000, 0x2000, 0x3000, (const uint8_t *)"\xde\xad\xbe\xef", 4);
    synth_stack(synth, 3, 2, (const uint64_t[]){0x111, 0x222});
    synth_device(synth, 5, 4, names);
    synth_queue(synth, 6, 7, 5);
    synth_command(synth, 9, 42, 6, 1, 640);
    synth_times(synth, 9, 100, 125, true);
    synth_finding(synth, &(struct synth_finding){.finding = 1,
                                                 .code = -48,
                                                 .arg = 2,
                                                 .count = 3,
                                                 .message = "it broke",
                                                 .fix = "mend it",
                                                 .kernel = "scale",
                                                 .evidence = {"key", "value"},
                                                 .object = {.kind = CLD_KIND_MEM, .bytes = 77},
                                                 .n_objects = 1});
    synth_probe(synth, 8, -30, 0x1234, 12);
    synth_exit(synth, 987654321);
    synth_twin(synth, 11, 1, "it is too large");
}

static void every_kind_comes_back(void **state)
{
    (void)state;
    struct synth synth;
    struct seen seen = {0};
    struct cld_records_info info;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    write_each_kind(&synth);
    cld_rec_file_header(synth.file)->calls[17] = 4;
    cld_rec_file_header(synth.file)->in_call = 18;
    synth_close(&synth, 0, 0);
    struct cld_reader *reader = read_session(folder);
    assert_int_equal(cld_reader_control(reader)->layers, 1);
    assert_int_equal(cld_reader_control(reader)->max_bytes, 1 << 24);
    assert_int_equal(cld_reader_processes(reader), 1);
    const struct cld_process_dir *dir = cld_reader_process(reader, 0);
    assert_int_equal(dir->pid, getpid());
    assert_int_equal(dir->n_files, 1);
    cld_reader_read_records(reader, dir->files[0], &info, check_record, &seen);
    for (int kind = 1; kind <= CLD_REC_TWIN; kind++)
        assert_int_equal(seen.kinds[kind], 1);
    assert_int_equal(info.calls[17], 4);
    assert_int_equal(info.in_call, 18);
    assert_int_equal(info.thread_id, gettid());
    assert_int_equal(cld_reader_problems(reader), 0);
    cld_reader_close(reader);
    synth_remove(folder);
}

static void take_pair(void *user, const char *key, const char *value)
{
    int *good = user;
    char number[24];
    snprintf(number, sizeof(number), "%ld", (long)getppid());
    *good += strcmp(key, CLD_PROCESS_PPID) == 0 && strcmp(value, number) == 0;
    *good += strcmp(key, CLD_PROCESS_HOW) == 0 && strcmp(value, "layer") == 0;
    *good += strcmp(key, CLD_PROCESS_FORKED) == 0 && strcmp(value, "1") == 0;
    *good += strcmp(key, CLD_PROCESS_EXE) == 0 && strstr(value, "test_record_roundtrip") != NULL;
}

static void the_process_describes_itself(void **state)
{
    (void)state;
    struct synth synth;
    int good = 0;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, true);
    struct cld_reader *reader = read_session(folder);
    cld_reader_read_pairs(reader, cld_reader_process(reader, 0), take_pair, &good);
    assert_int_equal(good, 4);
    cld_reader_close(reader);
    synth_remove(folder);
}

/* Strings of many lengths, numbered, whose text repeats the number. */
static void check_numbered(void *user, const struct cld_rec_head *head)
{
    struct seen *seen = user;
    const struct cld_rec_string *string = (const void *)head;
    assert_int_equal(head->kind, CLD_REC_STRING);
    assert_int_equal(head->extra, seen->next);
    assert_int_equal(strtoul(string->text, NULL, 10), seen->next);
    seen->next++;
}

static void no_record_crosses_a_block(void **state)
{
    (void)state;
    struct synth synth;
    struct seen seen = {.next = 1};
    char *folder = synth_folder(), text[CLD_RECORD_MAX];
    synth_open(&synth, folder, 1 << 26, false);
    char *base = NULL; /* where a mapping began: it is a multiple of the block's size in the file */
    for (uint32_t id = 1; id <= 2000; id++) {
        size_t length = 8 + (id * 2654435761u >> 16) % (CLD_RECORD_MAX - 64);
        int digits = snprintf(text, sizeof(text), "%u ", id);
        memset(text + digits, 'x', length);
        text[length] = '\0';
        struct cld_rec_string *record =
            cld_rec_reserve(&synth.session, synth.file, sizeof(*record) + length + 1, CLD_REC_PINNED);
        assert_non_null(record);
        assert_int_equal((uintptr_t)record % 8, 0);
        strcpy(record->text, text);
        cld_rec_commit(synth.file, record, CLD_REC_STRING, id);
        /* Chunks are mapped anew now and then, so only neighbours in one chunk can be compared. */
        if (!base || (char *)record < base || (char *)record >= base + CLD_BLOCK)
            base = (char *)record;
        assert_true((char *)record + record->head.size <= base + CLD_BLOCK);
    }
    struct cld_reader *reader = read_session(folder);
    cld_reader_read_records(reader, cld_reader_process(reader, 0)->files[0], NULL, check_numbered, &seen);
    assert_int_equal(seen.next, 2001);
    assert_int_equal(cld_reader_problems(reader),
                     0); /* the reader takes a crossing record for a damaged one */
    cld_reader_close(reader);
    synth_remove(folder);
}

static void sizes_have_a_limit(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    assert_non_null(cld_rec_reserve(&synth.session, synth.file, CLD_RECORD_MAX, CLD_REC_ESSENTIAL));
    assert_null(cld_rec_reserve(&synth.session, synth.file, CLD_RECORD_MAX + 1, CLD_REC_ESSENTIAL));
    assert_null(cld_rec_reserve(&synth.session, NULL, 16, CLD_REC_ESSENTIAL));
    synth_remove(folder);
}

static void count_record(void *user, const struct cld_rec_head *head)
{
    struct seen *seen = user;
    seen->records++;
    seen->kinds[head->kind]++;
}

/* A thread that is killed while it fills a record leaves nothing, and what comes after it stays readable. */
static void an_unfinished_record_is_not_there(void **state)
{
    (void)state;
    struct synth synth;
    struct seen seen = {0};
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    synth_string(&synth, 1, "before");
    struct cld_rec_exit *open = cld_rec_reserve(&synth.session, synth.file, sizeof(*open), CLD_REC_ESSENTIAL);
    open->ns = 5;
    synth_string(&synth, 2, "after");
    struct cld_reader *reader = read_session(folder);
    cld_reader_read_records(reader, cld_reader_process(reader, 0)->files[0], NULL, count_record, &seen);
    assert_int_equal(seen.records, 2);
    assert_int_equal(seen.kinds[CLD_REC_STRING], 2);
    assert_int_equal(cld_reader_problems(reader), 0);
    cld_reader_close(reader);
    synth_remove(folder);
}

static void a_file_is_used_again(void **state)
{
    (void)state;
    struct synth synth;
    struct cld_records_info info;
    char *folder = synth_folder();
    synth_open(&synth, folder, 1 << 24, false);
    struct cld_rec_file *first = synth.file, *second = cld_session_take_file(&synth.session);
    assert_ptr_not_equal(first, second);
    cld_session_give_file(&synth.session, first);
    synth.file = cld_session_take_file(&synth.session);
    assert_ptr_equal(synth.file, first);
    struct cld_reader *reader = read_session(folder);
    assert_int_equal(cld_reader_process(reader, 0)->n_files, 2);
    cld_reader_read_records(reader, cld_reader_process(reader, 0)->files[0], &info, NULL, NULL);
    assert_int_equal(info.threads, 2);
    cld_reader_close(reader);
    synth_remove(folder);
}

static void processes_are_sorted(void **state)
{
    (void)state;
    static const long pids[] = {900, 70, 900, 70};
    static const unsigned images[] = {1, 10, 0, 2};
    struct synth synth[4];
    char *folder = synth_folder();
    for (int i = 0; i < 4; i++) {
        synth_open(&synth[i], folder, 1 << 24, false);
        synth_close(&synth[i], pids[i], images[i]);
    }
    struct cld_reader *reader = read_session(folder);
    static const char *const names[] = {"70.2", "70.10", "900.0", "900.1"};
    assert_int_equal(cld_reader_processes(reader), 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(cld_reader_process(reader, i)->name, names[i]);
    assert_int_equal(cld_reader_control(reader)->layers, 4);
    cld_reader_close(reader);
    synth_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_comes_back),
        cmocka_unit_test(the_process_describes_itself),
        cmocka_unit_test(no_record_crosses_a_block),
        cmocka_unit_test(sizes_have_a_limit),
        cmocka_unit_test(an_unfinished_record_is_not_there),
        cmocka_unit_test(a_file_is_used_again),
        cmocka_unit_test(processes_are_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
