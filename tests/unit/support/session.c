#include "session.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "layer/calls.h"
#include "test.h"

/* ---- folders ---------------------------------------------------------------------------------------- */

char *synth_folder(void)
{
    const char *root = getenv("TMPDIR");
    char *folder = NULL;
    assert_true(asprintf(&folder, "%s/cldoctor-unit.XXXXXX", root && *root ? root : "/tmp") > 0);
    assert_non_null(mkdtemp(folder));
    return folder;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

void synth_remove(char *folder)
{
    assert_int_equal(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
    free(folder);
}

/* ---- a process -------------------------------------------------------------------------------------- */

void synth_open(struct synth *synth, const char *folder, uint64_t max_bytes, bool forked)
{
    *synth = (struct synth){0};
    assert_int_equal(cld_session_open(&synth->session, folder, max_bytes, "layer", forked), 0);
    synth->file = cld_session_take_file(&synth->session);
    assert_non_null(synth->file);
    atomic_fetch_add(&synth->session.control->layers, 1);
}

static void put_pair(FILE *out, const char *key, const char *value)
{
    fwrite(key, 1, strlen(key) + 1, out);
    fwrite(value, 1, strlen(value) + 1, out);
}

/* The writer asks the kernel about the process; that differs from run to run. */
static void describe(const char *process, bool forked)
{
    char path[256];
    snprintf(path, sizeof(path), "%s/process", process);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    put_pair(out, CLD_PROCESS_EXE, "/opt/demo/app");
    put_pair(out, CLD_PROCESS_ARGV, "./app");
    put_pair(out, CLD_PROCESS_ARGV, "--fast");
    put_pair(out, CLD_PROCESS_CWD, "/opt/demo");
    put_pair(out, CLD_PROCESS_PPID, "1");
    put_pair(out, CLD_PROCESS_START, "1000");
    put_pair(out, CLD_PROCESS_WALL, "1700000000.5");
    put_pair(out, CLD_PROCESS_HOW, "layer");
    put_pair(out, CLD_PROCESS_VERSION, "test");
    put_pair(out, CLD_PROCESS_FORKED, forked ? "1" : "0");
    assert_int_equal(fclose(out), 0);
}

static bool was_forked(const char *process)
{
    char path[256], text[4096];
    snprintf(path, sizeof(path), "%s/process", process);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    size_t length = fread(text, 1, sizeof(text), in);
    fclose(in);
    static const char forked[] = CLD_PROCESS_FORKED "\0"
                                                    "1"; /* its NUL is the one on disk */
    return memmem(text, length, forked, sizeof(forked)) != NULL;
}

void synth_close(struct synth *synth, long pid, unsigned image)
{
    char name[256];
    cld_session_give_file(&synth->session, synth->file);
    synth->file = NULL;
    if (pid == 0)
        return;
    describe(synth->session.process, was_forked(synth->session.process));
    snprintf(name, sizeof(name), "%s/%ld.%u", synth->session.folder, pid, image);
    assert_int_equal(rename(synth->session.process, name), 0);
}

/* ---- records ---------------------------------------------------------------------------------------- */

static void *reserve(struct synth *synth, size_t size)
{
    void *record = cld_rec_reserve(&synth->session, synth->file, size, CLD_REC_ESSENTIAL);
    assert_non_null(record);
    return record;
}

static void commit(struct synth *synth, void *record, enum cld_record_kind kind, uint32_t extra)
{
    cld_rec_commit(synth->file, record, kind, extra);
}

void synth_string(struct synth *synth, uint32_t id, const char *text)
{
    struct cld_rec_string *record = reserve(synth, sizeof(*record) + strlen(text) + 1);
    strcpy(record->text, text);
    commit(synth, record, CLD_REC_STRING, id);
}

void synth_stack(struct synth *synth, uint32_t id, size_t count, const uint64_t *frames)
{
    struct cld_rec_stack *record = reserve(synth, sizeof(*record) + count * sizeof(*frames));
    record->count = count;
    memcpy(record->frames, frames, count * sizeof(*frames));
    commit(synth, record, CLD_REC_STACK, id);
}

void synth_module(struct synth *synth, const char *path, uint64_t base, uint64_t start, uint64_t end,
                  const uint8_t *build_id, uint32_t build_id_size)
{
    struct cld_rec_module *record = reserve(synth, offsetof(struct cld_rec_module, path) + strlen(path) + 1);
    record->base = base;
    record->start = start;
    record->end = end;
    record->build_id_size = build_id_size;
    if (build_id_size)
        memcpy(record->build_id, build_id, build_id_size);
    strcpy(record->path, path);
    commit(synth, record, CLD_REC_MODULE, 0);
}

void synth_device(struct synth *synth, uint64_t serial, uint64_t type, const char *const strings[5])
{
    size_t size = offsetof(struct cld_rec_device, strings);
    for (int i = 0; i < 5; i++)
        size += strlen(strings[i]) + 1;
    struct cld_rec_device *record = reserve(synth, size);
    char *to = record->strings;
    record->serial = serial;
    record->type = type;
    record->global_mem = 8ull << 30;
    record->local_mem = 48 << 10;
    record->compute_units = 12;
    for (int i = 0; i < 5; i++)
        to = stpcpy(to, strings[i]) + 1;
    commit(synth, record, CLD_REC_DEVICE, 0);
}

void synth_queue(struct synth *synth, uint64_t serial, uint64_t context, uint64_t device)
{
    struct cld_rec_queue *record = reserve(synth, sizeof(*record));
    record->serial = serial;
    record->context = context;
    record->device = device;
    record->properties = 2;
    record->forced_profiling = 1;
    commit(synth, record, CLD_REC_QUEUE, 0);
}

void synth_command(struct synth *synth, uint64_t id, uint32_t fn, uint32_t queue, uint32_t label,
                   uint64_t bytes)
{
    struct cld_rec_command *record = reserve(synth, sizeof(*record));
    record->id = id;
    record->queue = queue;
    record->label = label;
    record->dims = label ? 1 : 0;
    record->global[0] = bytes;
    commit(synth, record, CLD_REC_COMMAND, fn);
}

void synth_times(struct synth *synth, uint64_t id, uint64_t start, uint64_t end, bool failed)
{
    struct cld_rec_times *record = reserve(synth, sizeof(*record));
    record->id = id;
    record->queued = record->submit = start;
    record->start = start;
    record->end = end;
    commit(synth, record, CLD_REC_TIMES, failed);
}

void synth_probe(struct synth *synth, uint32_t fn, int32_t code, uint32_t detail, uint64_t count)
{
    struct cld_rec_probe *record = reserve(synth, sizeof(*record));
    record->code = code;
    record->detail = detail;
    atomic_store(&record->count, count);
    commit(synth, record, CLD_REC_PROBE, fn);
}

void synth_exit(struct synth *synth, uint64_t ns)
{
    struct cld_rec_exit *record = reserve(synth, sizeof(*record));
    record->ns = ns;
    commit(synth, record, CLD_REC_EXIT, 0);
}

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

void synth_finding(struct synth *synth, const struct synth_finding *finding)
{
    const char *texts[3 + SYNTH_EVIDENCE] = {or_empty(finding->message), or_empty(finding->fix),
                                             or_empty(finding->kernel)};
    size_t n = 3, size = offsetof(struct cld_rec_finding, strings);
    for (size_t i = 0; i < SYNTH_EVIDENCE && finding->evidence[i]; i++)
        texts[n++] = finding->evidence[i];
    for (size_t i = 0; i < n; i++)
        size += strlen(texts[i]) + 1;
    struct cld_rec_finding *record = reserve(synth, size);
    char *to = record->strings;
    record->finding = finding->finding;
    record->severity = finding->severity;
    record->fn = finding->fn;
    record->code = finding->code;
    record->arg = finding->arg;
    record->stack = finding->stack;
    record->next_fn = finding->next_fn;
    atomic_store(&record->count, finding->count);
    record->first_ns = finding->first_ns;
    record->n_objects = finding->n_objects;
    record->objects[0] = finding->object;
    record->evidence = (uint32_t)(n - 3) / 2;
    for (size_t i = 0; i < n; i++)
        to = stpcpy(to, texts[i]) + 1;
    commit(synth, record, CLD_REC_FINDING, 0);
}

struct cld_slot *synth_object(struct synth *synth, uint32_t kind, uint32_t subkind, uint64_t bytes,
                              uint32_t stack)
{
    struct cld_slot *slot = cld_slot_new(&synth->session);
    assert_non_null(slot);
    slot->kind = kind;
    slot->subkind = subkind;
    atomic_store(&slot->refs, 1);
    slot->serial = ++synth->serial;
    slot->handle = 0x1000 * slot->serial;
    slot->bytes = bytes;
    slot->born_ns = slot->serial;
    slot->born_stack = stack;
    cld_slot_publish(slot);
    return slot;
}

uint32_t synth_fn(const char *name)
{
    for (uint32_t fn = 0; fn < CLD_FN_COUNT; fn++)
        if (strcmp(cld_fn_info(fn)->name, name) == 0)
            return fn;
    fail_msg("there is no function %s", name);
    return 0;
}
