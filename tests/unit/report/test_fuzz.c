/* A spoilt session never crashes the tool: model, rules and both kinds of report. Runs under sanitizers. */
#include "../record/twin.h"
#include "damage.h"
#include "rendered.h"
#include "session.h"
#include "test.h"

#include <jansson.h>
#include <stdlib.h>

#define ROUNDS 1000

static void write_session(struct synth *synth, const char *folder)
{
    const char *const names[] = {"card", "maker", "OpenCL 3.0", "1.2", "platform"};
    const uint64_t frames[] = {0x1100, 0x1200, 0x9300, 0x1400, 0x5};
    synth_open(synth, folder, 1 << 24, false);
    synth_module(synth, "/nonexistent/app", 0x1000, 0x1000, 0x8000, NULL, 0);
    synth_device(synth, 1, 4, names);
    for (uint32_t id = 1; id <= 12; id++) {
        synth_string(synth, id, "kernel");
        synth_stack(synth, id, id % 6, frames);
        synth_queue(synth, id, 1, 2);
        synth_command(synth, id, id, 3, id, 4);
        synth_times(synth, id, 10, 20, id == 2);
        synth_finding(synth,
                      &(struct synth_finding){.stack = id,
                                              .message = "message",
                                              .code = -30,
                                              .evidence = {"key", "12"},
                                              .object = {.kind = CLD_KIND_MEM, .born_stack = id, .label = id},
                                              .n_objects = 1});
        synth_probe(synth, id, -1, 2, 3);
        synth_twin(synth, id, id, id % 3 ? NULL : "it is too large");
        synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 100, id);
    }
    synth_close(synth, 500, 0);
}

static void render_all(const char *folder)
{
    char error[CLD_READ_ERROR_MAX];
    struct cld_reader *reader;
    if (cld_reader_open(folder, &reader, error) != 0)
        return; /* refused, and rendered_text() takes that for a failure */
    cld_reader_close(reader);
    char *text = rendered_text(folder, 40, true, CLD_VERBOSE), *json = rendered_json(folder);
    json_t *root = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_object(root) && text[0]);
    json_decref(root);
    free(text);
    free(json);
}

static void garbage_never_crashes(void **state)
{
    (void)state;
    static struct synth synth; /* static: what the writer has allocated stays reachable for the leak check */
    struct damage damage;
    char *folder = synth_folder(), *app[] = {"./app"};
    const struct cld_run_info run = {.pid = 500, .app = app, .n_app = 1, .ended = 2, .status = 0};
    write_session(&synth, folder);
    assert_int_equal(cld_run_info_write(&run, folder), 0);
    damage_begin(&damage, folder);
    for (int round = 0; round < ROUNDS; round++) {
        const struct damage_file *file = damage_one(&damage);
        render_all(folder);
        damage_repair(file);
    }
    damage_end(&damage);
    synth_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(garbage_never_crashes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
