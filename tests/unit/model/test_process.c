/* What the records of processes add up to. */
#include "../record/twin.h"
#include "model/model.h"
#include "rules/findings.h"
#include "session.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

struct scene {
    char *folder;
    struct synth synth[4];
    struct cld_model *model;
};

static void begin(struct scene *scene)
{
    *scene = (struct scene){.folder = synth_folder()};
}

static void load(struct scene *scene)
{
    char error[CLD_READ_ERROR_MAX] = "";
    if (cld_model_load(scene->folder, &scene->model, error) != 0)
        fail_msg("%s", error);
}

static void end(struct scene *scene)
{
    cld_model_free(scene->model);
    synth_remove(scene->folder);
}

/* Begins a scene of one process. */
static struct synth *begin_one(struct scene *scene)
{
    begin(scene);
    synth_open(&scene->synth[0], scene->folder, 1 << 24, false);
    return &scene->synth[0];
}

/* Ends its writing and loads it. */
static const struct cld_process *load_one(struct scene *scene)
{
    synth_close(&scene->synth[0], 500, 0);
    load(scene);
    assert_int_equal(cld_model_processes(scene->model), 1);
    assert_int_equal(cld_reader_problems(cld_model_reader(scene->model)), 0);
    return cld_model_process(scene->model, 0);
}

static void strings_stacks_modules(void **state)
{
    (void)state;
    struct scene scene;
    struct synth *synth = begin_one(&scene);
    synth_string(synth, 4000000000u, "far"); /* ids are any numbers */
    synth_string(synth, 1, "near");
    synth_stack(synth, 9, 3, (const uint64_t[]){0x2010, 0x5010, 0x9999});
    synth_module(synth, "", 0x1000, 0x2000, 0x3000, NULL, 0);
    synth_module(synth, "/lib/a.so", 0x4000, 0x5000, 0x6000, NULL, 0);
    synth_module(synth, "/lib/a.so", 0x4000, 0x5000, 0x6000, NULL, 0); /* of another thread */
    synth_module(synth, "/lib/b.so", 0x4800, 0x5000, 0x5800, NULL, 0); /* after dlclose() of a.so */
    const struct cld_process *process = load_one(&scene);
    assert_string_equal(cld_process_string(process, 4000000000u), "far");
    assert_string_equal(cld_process_string(process, 1), "near");
    assert_null(cld_process_string(process, 0));
    assert_null(cld_process_string(process, 2));
    assert_int_equal(cld_process_stack(process, 9)->count, 3);
    assert_int_equal(cld_process_stack(process, 9)->frames[1], 0x5010);
    assert_null(cld_process_stack(process, 0));
    assert_int_equal(process->n_modules, 3);
    assert_string_equal(cld_process_module(process, 0x2010)->path, "/opt/demo/app"); /* "" is the program */
    assert_string_equal(cld_process_module(process, 0x5010)->path, "/lib/b.so");
    assert_string_equal(cld_process_module(process, 0x5900)->path, "/lib/a.so");
    assert_null(cld_process_module(process, 0x6000));
    assert_string_equal(process->exe, "/opt/demo/app");
    assert_int_equal(process->argc, 2);
    assert_string_equal(process->argv[1], "--fast");
    assert_int_equal(process->start_ns, 1000);
    end(&scene);
}

static void devices_queues_probes(void **state)
{
    (void)state;
    struct scene scene;
    const char *const names[] = {"card", "maker", "OpenCL 3.0", "1.2", "platform"};
    struct synth *synth = begin_one(&scene);
    synth_device(synth, 5, 4, names);
    synth_queue(synth, 6, 7, 5);
    synth_probe(synth, 3, -30, 0x10, 2);
    synth_probe(synth, 3, -30, 0x10, 5); /* another thread's */
    synth_probe(synth, 3, -30, 0x11, 1);
    const struct cld_process *process = load_one(&scene);
    assert_int_equal(process->n_devices, 1);
    assert_string_equal(process->devices[0].name, "card");
    assert_string_equal(process->devices[0].vendor, "maker");
    assert_string_equal(process->devices[0].version, "OpenCL 3.0");
    assert_string_equal(process->devices[0].driver, "1.2");
    assert_string_equal(process->devices[0].platform, "platform");
    assert_int_equal(process->devices[0].compute_units, 12);
    assert_int_equal(process->n_queues, 1);
    assert_int_equal(process->queues[0].serial, 6);
    assert_true(process->queues[0].forced_profiling);
    assert_int_equal(process->n_probes, 2);
    assert_int_equal(process->probes[0].count, 7);
    assert_int_equal(process->probes[1].count, 1);
    end(&scene);
}

static const struct cld_work *find_work(const struct cld_process *process, const char *kernel)
{
    for (size_t i = 0; i < process->n_works; i++)
        if (kernel ? process->works[i].kernel && strcmp(process->works[i].kernel, kernel) == 0
                   : !process->works[i].kernel)
            return &process->works[i];
    fail_msg("no work of %s", kernel ? kernel : "(no kernel)");
    return NULL;
}

/* Times and names come before or after what they belong to, and from other threads. */
static void commands_add_up_by_kernel(void **state)
{
    (void)state;
    struct scene scene;
    const uint32_t launch = synth_fn("clEnqueueNDRangeKernel"), write = synth_fn("clEnqueueWriteBuffer");
    struct synth *synth = begin_one(&scene);
    synth_times(synth, 1, 1000, 1100, false);
    for (uint64_t id = 1; id <= 100; id++)
        synth_command(synth, id, launch, 3, id % 2 ? 1 : 2, 64);
    synth_command(synth, 1000000000000, write, 4, 0, 4096);
    synth_command(synth, 1000000000001, write, 4, 0, 1000);
    struct cld_rec_file *first = synth->file;
    synth->file = cld_session_take_file(&synth->session);
    synth_times(synth, 3, 2000, 2500, false);
    synth_times(synth, 5, 0, 0, true);   /* ended with an error */
    synth_times(synth, 7, 0, 90, false); /* times that can't be */
    synth_times(synth, 9, 90, 80, false);
    synth_times(synth, 4711, 5, 10, false); /* of a command that was thinned out */
    synth_times(synth, 2, 10, 30, false);
    synth_times(synth, 1000000000000, 10, 17, false);
    synth_string(synth, 1, "odd");
    synth_string(synth, 2, "even");
    cld_session_give_file(&synth->session, first);
    const struct cld_process *process = load_one(&scene);
    assert_int_equal(process->commands, 102);
    assert_int_equal(process->queues_used, 2);
    assert_int_equal(process->n_works, 3);
    const struct cld_work *odd = find_work(process, "odd"), *even = find_work(process, "even");
    assert_int_equal(odd->commands, 50);
    assert_int_equal(odd->timed, 2);
    assert_int_equal(odd->failed, 1);
    assert_int_equal(odd->device_ns, 600);
    assert_int_equal(odd->longest_ns, 500);
    assert_int_equal(even->device_ns, 20);
    const struct cld_work *writes = find_work(process, NULL);
    assert_int_equal(writes->fn, write);
    assert_int_equal(writes->bytes, 5096);
    assert_int_equal(writes->device_ns, 7);
    end(&scene);
}

static void findings_come_whole(void **state)
{
    (void)state;
    struct scene scene;
    struct synth *synth = begin_one(&scene);
    struct synth_finding finding = {.finding = CLD_FINDING_OVER_RELEASE,
                                    .severity = CLD_SEVERITY_ERROR,
                                    .fn = 4,
                                    .code = -48,
                                    .arg = -1,
                                    .message = "message",
                                    .fix = "fix",
                                    .kernel = "scale",
                                    .evidence = {"a", "1", "b", "2"},
                                    .object = {.kind = CLD_KIND_KERNEL, .serial = 8, .label = 3},
                                    .n_objects = 1};
    synth_finding(synth, &finding);
    finding.finding = CLD_FINDING_COUNT; /* of a newer layer */
    synth_finding(synth, &finding);
    finding.finding = CLD_FINDING_API_ERROR;
    finding.severity = 99;
    synth_finding(synth, &finding);
    synth_string(synth, 3, "scale");
    const struct cld_process *process = load_one(&scene);
    assert_int_equal(process->n_findings, 2);
    const struct cld_layer_finding *found = &process->findings[0];
    assert_int_equal(found->finding, CLD_FINDING_OVER_RELEASE);
    assert_int_equal(found->code, -48);
    assert_int_equal(found->arg, -1);
    assert_int_equal(found->count, 1); /* 0 on disk: killed before it was counted */
    assert_string_equal(found->message, "message");
    assert_string_equal(found->fix, "fix");
    assert_string_equal(found->kernel, "scale");
    assert_int_equal(found->n_evidence, 2);
    assert_string_equal(found->evidence[2], "b");
    assert_string_equal(found->evidence[3], "2");
    assert_int_equal(found->n_objects, 1);
    assert_string_equal(found->objects[0].label, "scale");
    assert_int_equal(process->findings[1].severity, CLD_SEVERITY_ERROR);
    end(&scene);
}

static void counters_and_open_calls(void **state)
{
    (void)state;
    struct scene scene;
    struct synth *synth = begin_one(&scene);
    struct cld_rec_file *other = cld_session_take_file(&synth->session);
    cld_rec_file_header(synth->file)->calls[4] = 10;
    cld_rec_file_header(other)->calls[4] = 5;
    cld_rec_file_header(other)->calls[6] = 1;
    atomic_store(&cld_rec_file_header(other)->in_call, 7);
    atomic_store(&cld_rec_file_header(other)->in_call_from, 0x1234);
    atomic_store(&cld_rec_file_header(other)->thinned, 3);
    atomic_store(&cld_rec_file_header(synth->file)->dropped, 2);
    const struct cld_process *process = load_one(&scene);
    assert_int_equal(process->calls[4], 15);
    assert_int_equal(process->total_calls, 16);
    assert_int_equal(process->threads, 2);
    assert_int_equal(process->thinned, 3);
    assert_int_equal(process->dropped, 2);
    assert_int_equal(process->n_inside, 1);
    assert_int_equal(process->inside[0].fn, 6);
    assert_int_equal(process->inside[0].from, 0x1234);
    end(&scene);
}

/* ---- several processes ------------------------------------------------------------------------------- */

static void images_forks_and_exits(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene);
    for (int i = 0; i < 3; i++)
        synth_open(&scene.synth[i], scene.folder, 1 << 24, i == 2);
    synth_exit(&scene.synth[1], 777);
    synth_close(&scene.synth[0], 500, 0);
    synth_close(&scene.synth[1], 500, 1);
    synth_close(&scene.synth[2], 600, 0);
    const struct cld_run_info run = {.pid = 500, .started = 1, .ended = 2, .status = 0};
    assert_int_equal(cld_run_info_write(&run, scene.folder), 0);
    load(&scene);
    assert_int_equal(cld_model_processes(scene.model), 3);
    const struct cld_process *first = cld_model_process(scene.model, 0),
                             *second = cld_model_process(scene.model, 1),
                             *child = cld_model_process(scene.model, 2);
    assert_true(first->execed && !first->exited && !first->forked);
    assert_true(second->exited && !second->execed);
    assert_int_equal(second->image, 1);
    assert_int_equal(second->exit_ns, 777);
    assert_true(child->forked && !child->exited && !child->execed);
    assert_int_equal(child->pid, 600);
    assert_int_equal(cld_model_app(scene.model)->pid, 500);
    assert_null(cld_model_process(scene.model, 3));
    end(&scene);
}

/* `run` knows what the processes themselves don't. */
static void who_was_still_running(void **state)
{
    (void)state;
    struct scene scene;
    long running[] = {600};
    begin(&scene);
    synth_open(&scene.synth[0], scene.folder, 1 << 24, false);
    synth_open(&scene.synth[1], scene.folder, 1 << 24, true);
    synth_close(&scene.synth[0], 500, 0);
    synth_close(&scene.synth[1], 600, 0);
    char *app[] = {"app", "\xff"}; /* arguments may be any bytes */
    const struct cld_run_info run = {.pid = 500,
                                     .ended = 2,
                                     .status = -1,
                                     .signal = 11,
                                     .app = app,
                                     .n_app = 2,
                                     .running = running,
                                     .n_running = 1};
    assert_int_equal(cld_run_info_write(&run, scene.folder), 0);
    load(&scene);
    assert_false(cld_model_process(scene.model, 0)->running);
    assert_true(cld_model_process(scene.model, 1)->running);
    assert_true(cld_model_run(scene.model)->present);
    assert_int_equal(cld_model_run(scene.model)->signal, 11);
    assert_int_equal(cld_model_run(scene.model)->n_app, 2);
    assert_string_equal(cld_model_run(scene.model)->app[1], "\xc3\xbf");
    end(&scene);
}

/* Without `run`, the kernel is asked: this test runs, and has not reached its exit. */
static void without_run_the_kernel_is_asked(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene);
    synth_open(&scene.synth[0], scene.folder, 1 << 24, false);
    synth_open(&scene.synth[1], scene.folder, 1 << 24, false);
    synth_close(&scene.synth[0], 2000000000, 0); /* more than any pid */
    synth_close(&scene.synth[1], 0, 0);
    load(&scene);
    assert_false(cld_model_run(scene.model)->present);
    assert_int_equal(cld_model_process(scene.model, 0)->pid, getpid());
    assert_true(cld_model_process(scene.model, 0)->running);
    assert_false(cld_model_process(scene.model, 1)->running);
    end(&scene);
}

/* The same places of the same files, wherever the files were loaded. */
static void stacks_are_compared_by_place(void **state)
{
    (void)state;
    struct scene scene;
    begin(&scene);
    for (uint64_t i = 0; i < 2; i++) {
        struct synth *synth = &scene.synth[i];
        const uint64_t base = 0x10000 + i * 0x100000;
        synth_open(synth, scene.folder, 1 << 24, false);
        synth_module(synth, "/lib/a.so", base, base, base + 0x1000, NULL, 0);
        synth_stack(synth, 1, 2, (const uint64_t[]){base + 0x10, base + 0x20});
        synth_stack(synth, 2, 2, (const uint64_t[]){base + 0x10, base + 0x24});
        synth_stack(synth, 3, 1, (const uint64_t[]){base + 0x10});
        synth_close(synth, 500 + (long)i, 0);
    }
    load(&scene);
    const struct cld_process *a = cld_model_process(scene.model, 0), *b = cld_model_process(scene.model, 1);
    assert_true(cld_stack_equal(a, 1, b, 1) && cld_stack_equal(a, 1, a, 1));
    assert_int_equal(cld_stack_hash(a, 1), cld_stack_hash(b, 1));
    assert_false(cld_stack_equal(a, 1, b, 2) || cld_stack_equal(a, 1, b, 3) || cld_stack_equal(a, 1, b, 0));
    assert_true(cld_stack_hash(a, 1) != cld_stack_hash(a, 2));
    assert_true(cld_stack_equal(a, 0, b, 0));
    end(&scene);
}

static const struct cld_twin *find_twin(const struct cld_process *process, uint64_t program,
                                        const char *kernel)
{
    for (size_t i = 0; i < process->n_twins; i++) {
        const struct cld_twin *twin = &process->twins[i];
        if (twin->program == program &&
            (kernel ? twin->kernel && strcmp(twin->kernel, kernel) == 0 : !twin->kernel))
            return twin;
    }
    fail_msg("no twin of %s", kernel ? kernel : "(no name)");
    return NULL;
}

static void assert_twin_in_part(const struct cld_process *process, const char *kernel, const char *unchecked)
{
    const struct cld_twin *twin = find_twin(process, 5, kernel);
    assert_true(twin->instrumented);
    assert_string_equal(twin->reason, unchecked);
}

static void assert_twin(const struct cld_process *process, uint64_t program, const char *kernel,
                        const char *reason)
{
    const struct cld_twin *twin = find_twin(process, program, kernel);
    assert_int_equal(twin->instrumented, reason == NULL);
    assert_string_equal(twin->reason, reason ? reason : "");
}

/* A kernel is its program and its name; of one thread the newest record counts. */
static void twins_are_kept_once(void **state)
{
    (void)state;
    struct scene scene;
    struct synth *synth = begin_one(&scene);
    synth_twin(synth, 7, 1, NULL);
    synth_twin(synth, 7, 2, "first");
    synth_twin(synth, 8, 1, NULL);
    synth_twin(synth, 7, 2, "second");
    synth_twin(synth, 8, 1, "it failed later");
    synth_twin(synth, 9, 1, "it failed at first");
    synth_twin(synth, 9, 1, NULL);
    synth_twin(synth, 7, 1, NULL);
    synth_twin(synth, 7, 3, NULL); /* a name that is not there */
    synth_string(synth, 1, "scale");
    synth_string(synth, 2, "blur");
    const struct cld_process *process = load_one(&scene);
    assert_int_equal(process->n_twins, 5);
    assert_twin(process, 7, "scale", NULL);
    assert_twin(process, 7, "blur", "second");
    assert_twin(process, 8, "scale", "it failed later");
    assert_twin(process, 9, "scale", NULL);
    assert_twin(process, 7, NULL, NULL);
    end(&scene);
}

/* The order of records of two threads is not known: whichever file comes first, not checked it is. */
static void twins_of_two_threads(void **state)
{
    (void)state;
    struct scene scene;
    struct synth *synth = begin_one(&scene);
    struct cld_rec_file *first = synth->file;
    synth_string(synth, 1, "scale");
    synth_twin(synth, 1, 1, NULL);
    synth_twin(synth, 2, 1, "early");
    synth_twin(synth, 3, 1, "early");
    synth_twin(synth, 3, 1, NULL);
    synth->file = cld_session_take_file(&synth->session);
    synth_twin(synth, 1, 1, "late");
    synth_twin(synth, 2, 1, NULL);
    synth_twin(synth, 3, 1, NULL);
    cld_session_give_file(&synth->session, first);
    const struct cld_process *process = load_one(&scene);
    assert_int_equal(process->n_twins, 3);
    assert_twin(process, 1, "scale", "late");
    assert_twin(process, 2, "scale", "early");
    assert_twin(process, 3, "scale", NULL);
    end(&scene);
}

/* A twin that checks most of a kernel; of two threads the one that checked less speaks. */
static void twins_in_part(void **state)
{
    (void)state;
    struct scene scene;
    struct synth *synth = begin_one(&scene);
    struct cld_rec_file *first = synth->file;
    synth_string(synth, 1, "scale");
    synth_string(synth, 2, "blur");
    synth_twin_of(synth, 5, 1, CLD_TWIN_INSTRUMENTED, "1 access");
    synth_twin(synth, 5, 2, NULL);
    synth->file = cld_session_take_file(&synth->session);
    synth_twin(synth, 5, 1, NULL);
    synth_twin_of(synth, 5, 2, CLD_TWIN_INSTRUMENTED, "2 accesses");
    cld_session_give_file(&synth->session, first);
    const struct cld_process *process = load_one(&scene);
    assert_int_equal(process->n_twins, 2);
    assert_twin_in_part(process, "scale", "1 access");
    assert_twin_in_part(process, "blur", "2 accesses");
    end(&scene);
}

static void count_slot(void *user, const struct cld_slot *slot)
{
    *(uint64_t *)user += slot->bytes;
}

static void live_objects(void **state)
{
    (void)state;
    struct scene scene;
    uint64_t bytes = 0;
    struct synth *synth = begin_one(&scene);
    synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 100, 0);
    struct cld_slot *gone = synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 1000, 0);
    synth_object(synth, CLD_KIND_MEM, CLD_SUB_IMAGE, 10000, 0);
    cld_slot_free(&synth->session, gone);
    const struct cld_process *process = load_one(&scene);
    cld_model_live_objects(scene.model, process, count_slot, &bytes);
    assert_int_equal(bytes, 10100);
    end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_stacks_modules),
        cmocka_unit_test(devices_queues_probes),
        cmocka_unit_test(commands_add_up_by_kernel),
        cmocka_unit_test(findings_come_whole),
        cmocka_unit_test(counters_and_open_calls),
        cmocka_unit_test(images_forks_and_exits),
        cmocka_unit_test(who_was_still_running),
        cmocka_unit_test(without_run_the_kernel_is_asked),
        cmocka_unit_test(stacks_are_compared_by_place),
        cmocka_unit_test(live_objects),
        cmocka_unit_test(twins_are_kept_once),
        cmocka_unit_test(twins_of_two_threads),
        cmocka_unit_test(twins_in_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
