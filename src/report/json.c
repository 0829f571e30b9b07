#include "report/json.h"
#include "report/hang.h"
#include "report/launches.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "layer/calls.h"
#include "model/arena.h"
#include "model/names.h"
#include "report/checks.h"
#include "report/place.h"

/* JSON is UTF-8 and programs' strings are anything: other bytes become U+FFFD. */
static json_t *text_json(const char *text)
{
    json_t *string = json_string(text);
    if (string)
        return string;
    char *copy = cld_xcalloc(strlen(text) * 3 + 1, 1), *to = copy;
    for (; *text; text++) {
        char ascii[] = {*text, '\0'};
        to = stpcpy(to, (unsigned char)*text < 0x80 ? ascii : "\xef\xbf\xbd");
    }
    string = json_string(copy);
    free(copy);
    return string;
}

static void set_text(json_t *object, const char *key, const char *text)
{
    if (text && *text)
        json_object_set_new(object, key, text_json(text));
}

static void set_number(json_t *object, const char *key, uint64_t number)
{
    json_object_set_new(object, key, json_integer((json_int_t)number));
}

static void set_hex(json_t *object, const char *key, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof(text), "0x%llx", (unsigned long long)number);
    json_object_set_new(object, key, json_string(text));
}

static json_t *strings_json(const char *const *list, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, text_json(list[i]));
    return array;
}

/* ---- stacks ----------------------------------------------------------------------------------------- */

static json_t *frame_json(const struct cld_document *document, const struct cld_frame *frame)
{
    json_t *object = json_object();
    set_text(object, "function", frame->function);
    if (frame->file) {
        char *path = cld_place_path(frame->file, document->cwd);
        set_text(object, "file", path);
        set_number(object, "line", (uint64_t)frame->line);
        if (frame->column > 0)
            set_number(object, "column", (uint64_t)frame->column);
        free(path);
    }
    set_text(object, "module", frame->module);
    set_hex(object, frame->module ? "offset" : "address", frame->offset);
    if (frame->inlined)
        json_object_set_new(object, "inlined", json_true());
    if (frame->changed)
        json_object_set_new(object, "changed", json_true());
    return object;
}

static json_t *stack_json(const struct cld_document *document, const struct cld_process *process,
                          uint32_t stack)
{
    json_t *array = json_array();
    struct cld_place place = cld_place_of(cld_symbolise_stack(document->symboliser, process, stack), false);
    for (size_t i = 0; i < place.count; i++)
        json_array_append_new(array, frame_json(document, &place.frames[i]));
    return array;
}

/* ---- findings --------------------------------------------------------------------------------------- */

static json_t *object_json(const struct cld_document *document, const struct cld_found *found,
                           const struct cld_found_object *object)
{
    json_t *json = json_object();
    set_text(json, "kind", cld_kind_name(object->kind, object->subkind));
    set_text(json, "name", object->label);
    set_number(json, "serial", object->serial);
    if (object->handle)
        set_hex(json, "handle", object->handle);
    if (object->bytes)
        set_number(json, "bytes", object->bytes);
    json_object_set_new(json, "created", stack_json(document, found->process, object->born_stack));
    if (object->dead_stack)
        json_object_set_new(json, "released", stack_json(document, found->process, object->dead_stack));
    return json;
}

/* Numbers as numbers: "120" but not "0120", "12 bytes" or what needs more than 18 digits. */
static json_t *evidence_value(const char *text)
{
    size_t digits = strspn(text + (*text == '-'), "0123456789"), length = digits + (*text == '-');
    bool number =
        digits > 0 && digits <= 18 && text[length] == '\0' && (text[length - digits] != '0' || length == 1);
    return number ? json_integer(strtoll(text, NULL, 10)) : text_json(text);
}

/* "source.line" and so on: members of objects of their own. */
static bool is_place(const char *key)
{
    return strchr(key, '.') != NULL;
}

/* "1920,1079,0" */
static json_t *list_json(const char *text)
{
    json_t *list = json_array();
    for (const char *at = text; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        json_array_append_new(list, json_integer(strtoll(at, NULL, 10)));
    return list;
}

static json_t *place_value(const char *object, const char *key, const char *text)
{
    bool is_list =
        strcmp(object, "work_item") == 0 || (strcmp(object, "launch") == 0 && strcmp(key, "dims") != 0);
    if (is_list)
        return list_json(text);
    return strcmp(object, "source") == 0 && strcmp(key, "line") != 0 && strcmp(key, "column") != 0
               ? text_json(text)
               : evidence_value(text);
}

static void set_places(json_t *json, const struct cld_found *found)
{
    for (size_t i = 0; i < found->n_evidence; i++) {
        const char *key = found->evidence[2 * i], *dot = strchr(key, '.');
        if (!dot)
            continue;
        char *name = cld_xprintf("%.*s", (int)(dot - key), key);
        json_t *object = json_object_get(json, name);
        if (!object) {
            object = json_object();
            json_object_set_new(json, name, object);
        }
        json_object_set_new(object, dot + 1, place_value(name, dot + 1, found->evidence[2 * i + 1]));
        free(name);
    }
}

/* Evidence that set_hang() has told. */
static bool is_told(const struct cld_found *found, const char *key)
{
    static const char *const keys[] = {"argument_", "loop_", "wait_", "ran_ms", "finished", "launch."};
    for (size_t i = 0; i < sizeof(keys) / sizeof(*keys) && found->id == CLD_FINDING_KERNEL_HANG; i++)
        if (strncmp(key, keys[i], strlen(keys[i])) == 0)
            return true;
    return false;
}

static json_t *evidence_json(const struct cld_found *found)
{
    json_t *evidence = json_object();
    for (size_t i = 0; i < found->n_evidence; i++) {
        if ((cld_found_in_source(found) && is_place(found->evidence[2 * i])) ||
            is_told(found, found->evidence[2 * i]))
            continue;
        json_t *key = text_json(found->evidence[2 * i]);
        json_object_set_new(evidence, json_string_value(key), evidence_value(found->evidence[2 * i + 1]));
        json_decref(key);
    }
    return evidence;
}

static void set_call(json_t *json, const struct cld_found *found)
{
    const struct cld_fn_info *info = found->fn != CLD_NO_FN ? cld_fn_info(found->fn) : NULL;
    if (info)
        set_text(json, "call", info->name);
    if (found->code != 0) {
        json_object_set_new(json, "code", json_integer(found->code));
        set_text(json, "code_name", cld_code_symbol(found->code));
        json_object_set_new(json, "next_call",
                            found->next_fn ? json_string(cld_fn_name(found->next_fn - 1)) : json_null());
    }
    if (found->arg >= 0) {
        json_t *argument = json_object();
        json_object_set_new(argument, "index", json_integer(found->arg));
        if (info && found->arg < info->n_params && info->param_names)
            set_text(argument, "name", info->param_names[found->arg]);
        json_object_set_new(json, "argument", argument);
    }
}

/* Absent where the finding names none. */
static void set_launches(json_t *json, const struct cld_document *document, const struct cld_found *found)
{
    struct cld_named_launch l;
    json_t *array = json_array();
    for (unsigned i = 1; cld_named_launch(found, i, &l); i++) {
        json_t *launch = json_object();
        set_text(launch, "kernel", l.kernel);
        set_number(launch, "count", l.launches);
        if (l.argument >= 0)
            set_number(launch, "argument", (uint64_t)l.argument);
        json_object_set_new(launch, "host", stack_json(document, found->process, l.stack));
        json_array_append_new(array, launch);
    }
    if (json_array_size(array))
        json_object_set(json, "launches", array);
    json_decref(array);
}

/* Of a kernel-hang. */
static void set_hang(json_t *json, const struct cld_document *document, const struct cld_found *found)
{
    struct cld_hang_argument a;
    struct cld_hang_loop l;
    struct cld_hang_wait w;
    json_t *arguments = json_array(), *loops = json_array(), *waits = json_array();
    set_places(json, found);
    for (unsigned i = 1; cld_hang_argument(found, i, &a); i++) {
        json_t *argument = json_object();
        set_text(argument, "text", a.text);
        if (a.stack)
            json_object_set_new(argument, "created", stack_json(document, found->process, a.stack));
        json_array_append_new(arguments, argument);
    }
    for (unsigned i = 1; cld_hang_loop(found, i, &l); i++) {
        json_t *loop = json_object();
        set_text(loop, "kind", l.kind == 'e' ? "endless" : l.kind == 'l' ? "waits-in-group" : "waits");
        set_text(loop, "file", l.file);
        set_number(loop, "line", (uint64_t)l.line);
        set_text(loop, "text", l.text);
        json_array_append_new(loops, loop);
    }
    for (unsigned i = 1; cld_hang_wait(found, i, &w); i++) {
        json_t *wait = json_object();
        set_number(wait, "thread", w.thread);
        set_text(wait, "call", cld_fn_name(w.fn));
        json_object_set_new(wait, "host", stack_json(document, found->process, w.stack));
        json_array_append_new(waits, wait);
    }
    json_object_set_new(json, "arguments", arguments);
    json_object_set_new(json, "loops", loops);
    json_object_set_new(json, "waits", waits);
    set_number(json, "ran_ms", cld_hang_ran_ms(found));
    json_object_set_new(json, "finished", json_boolean(cld_hang_finished(found)));
}

static json_t *finding_json(const struct cld_document *document, const struct cld_found *found)
{
    json_t *json = json_object(), *objects = json_array();
    const struct cld_finding_info *info = cld_finding_info(found->id);
    set_text(json, "id", info->id);
    set_text(json, "severity", cld_severity_name(found->severity));
    set_text(json, "layer", info->layer);
    json_object_set_new(json, "message", text_json(found->message));
    json_object_set_new(json, "fix", text_json(found->fix));
    set_text(json, "why", cld_finding_why(found->id));
    set_number(json, "count", found->count);
    set_number(json, "process", (uint64_t)found->process->pid);
    set_number(json, "processes", found->processes);
    set_text(json, "kernel", found->kernel);
    if (cld_found_in_source(found))
        set_places(json, found);
    if (found->id == CLD_FINDING_KERNEL_HANG)
        set_hang(json, document, found);
    set_call(json, found);
    json_object_set_new(json, "host", stack_json(document, found->process, found->stack));
    for (size_t i = 0; i < found->n_objects; i++)
        json_array_append_new(objects, object_json(document, found, &found->objects[i]));
    json_object_set_new(json, "objects", objects);
    set_launches(json, document, found);
    json_object_set_new(json, "evidence", evidence_json(found));
    return json;
}

static json_t *findings_json(const struct cld_document *document)
{
    json_t *array = json_array();
    for (size_t i = 0; i < document->findings->count; i++)
        json_array_append_new(array, finding_json(document, &document->findings->list[i]));
    return array;
}

/* ---- processes and devices -------------------------------------------------------------------------- */

static json_t *calls_json(const struct cld_process *process)
{
    json_t *calls = json_object();
    for (unsigned fn = 0; fn < CLD_MAX_CALLS; fn++)
        if (process->calls[fn] && cld_fn_info(fn))
            set_number(calls, cld_fn_name(fn), process->calls[fn]);
    return calls;
}

static json_t *inside_json(const struct cld_document *document, const struct cld_process *process)
{
    json_t *array = json_array();
    for (size_t i = 0; i < process->n_inside; i++) {
        const struct cld_inside *inside = &process->inside[i];
        json_t *json = json_object(), *host = json_array();
        const struct cld_frames *frames = cld_symbolise_address(document->symboliser, process, inside->from);
        set_number(json, "thread", inside->thread_id);
        set_text(json, "call", cld_fn_name(inside->fn));
        for (size_t k = 0; k < frames->count; k++)
            json_array_append_new(host, frame_json(document, &frames->list[k]));
        json_object_set_new(json, "host", host);
        json_array_append_new(array, json);
    }
    return array;
}

static json_t *exit_json(int status, int signal)
{
    json_t *json = json_object();
    if (signal) {
        char room[32];
        json_object_set_new(json, "signal", json_integer(signal));
        set_text(json, "signal_name", cld_signal_name(signal, room));
    } else if (status >= 0) {
        json_object_set_new(json, "status", json_integer(status));
    }
    return json;
}

static json_t *process_json(const struct cld_document *document, const struct cld_process *process)
{
    json_t *json = json_object();
    set_number(json, "pid", (uint64_t)process->pid);
    set_number(json, "parent", (uint64_t)process->ppid);
    set_number(json, "image", process->image);
    json_object_set_new(json, "exe", text_json(process->exe));
    json_object_set_new(json, "argv", strings_json(process->argv, process->argc));
    json_object_set_new(json, "how", text_json(process->how));
    json_object_set_new(json, "forked", json_boolean(process->forked));
    json_object_set_new(json, "reached_exit", json_boolean(process->exited));
    json_object_set_new(json, "running", json_boolean(process->running));
    const struct cld_run_info *run = cld_model_run(document->model);
    if (run->present && run->pid == process->pid && !process->execed && run->ended > 0)
        json_object_set_new(json, "exit", exit_json(run->status, run->signal));
    set_number(json, "threads", process->threads);
    set_number(json, "calls_made", process->total_calls);
    json_object_set_new(json, "calls", calls_json(process));
    if (!process->exited && !process->execed && process->n_inside)
        json_object_set_new(json, "inside", inside_json(document, process));
    return json;
}

static json_t *processes_json(const struct cld_document *document)
{
    json_t *array = json_array();
    for (size_t i = 0; i < cld_model_processes(document->model); i++)
        json_array_append_new(array, process_json(document, cld_model_process(document->model, i)));
    return array;
}

static json_t *probes_json(const struct cld_document *document)
{
    json_t *array = json_array();
    for (size_t p = 0; p < cld_model_processes(document->model); p++) {
        const struct cld_process *process = cld_model_process(document->model, p);
        for (size_t i = 0; i < process->n_probes; i++) {
            const struct cld_probe *probe = &process->probes[i];
            json_t *json = json_object();
            set_text(json, "call", cld_fn_name(probe->fn));
            json_object_set_new(json, "code", json_integer(probe->code));
            set_text(json, "code_name", cld_code_symbol(probe->code));
            set_number(json, "detail", probe->detail);
            set_number(json, "count", probe->count);
            set_number(json, "process", (uint64_t)process->pid);
            json_array_append_new(array, json);
        }
    }
    return array;
}

static json_t *devices_json(const struct cld_document *document)
{
    json_t *array = json_array();
    for (size_t i = 0; i < document->n_devices; i++) {
        const struct cld_device *device = document->devices[i];
        json_t *json = json_object();
        json_object_set_new(json, "name", text_json(device->name));
        json_object_set_new(json, "type", text_json(cld_device_type_name(device->type)));
        set_text(json, "vendor", device->vendor);
        set_text(json, "platform", device->platform);
        set_text(json, "version", device->version);
        set_text(json, "driver", device->driver);
        set_number(json, "compute_units", device->compute_units);
        set_number(json, "global_mem", device->global_mem);
        set_number(json, "local_mem", device->local_mem);
        json_array_append_new(array, json);
    }
    return array;
}

/* ---- commands and coverage -------------------------------------------------------------------------- */

static json_t *works_json(const struct cld_document *document, bool kernels)
{
    json_t *array = json_array();
    for (size_t i = 0; i < document->n_works; i++) {
        const struct cld_work_total *work = &document->works[i];
        if (work->is_kernel != kernels)
            continue;
        json_t *json = json_object();
        json_object_set_new(json, "name", text_json(work->name));
        set_number(json, "count", work->commands);
        set_number(json, "timed", work->timed);
        set_number(json, "failed", work->failed);
        set_number(json, "device_ns", work->device_ns);
        set_number(json, "longest_ns", work->longest_ns);
        if (!kernels && work->bytes)
            set_number(json, "bytes", work->bytes);
        json_array_append_new(array, json);
    }
    return array;
}

static json_t *timeline_json(const struct cld_document *document)
{
    const struct cld_control_info *control = cld_reader_control(cld_model_reader(document->model));
    json_t *json = json_object();
    set_number(json, "enqueue_calls", document->enqueued);
    set_number(json, "recorded", document->commands);
    set_number(json, "timed", document->timed);
    set_number(json, "failed", document->failed);
    set_number(json, "device_ns", document->device_ns);
    set_number(json, "queues", document->queues);
    set_number(json, "one_of", 1ull << (control->thinning < 62 ? control->thinning : 62));
    set_number(json, "thinned", document->thinned);
    set_number(json, "untimed", document->untimed);
    return json;
}

static json_t *unreadable_json(const struct cld_document *document)
{
    json_t *array = json_array();
    const struct cld_reader *reader = cld_model_reader(document->model);
    for (size_t i = 0; i < cld_reader_problems(reader); i++) {
        const struct cld_problem *problem = cld_reader_problem(reader, i);
        json_t *json = json_object();
        json_object_set_new(json, "file", text_json(problem->file));
        set_number(json, "offset", problem->offset);
        set_number(json, "bytes_lost", problem->lost);
        set_number(json, "places", problem->places);
        set_text(json, "what", problem->what);
        json_array_append_new(array, json);
    }
    return array;
}

static json_t *note_json(const struct cld_note *note)
{
    json_t *json = json_object();
    json_object_set_new(json, "what", text_json(note->what));
    json_object_set_new(json, "name", text_json(note->name));
    json_object_set_new(json, "reason", text_json(note->reason));
    if (note->count > 1)
        set_number(json, "count", note->count);
    return json;
}

/* Absent where nothing is known of twins: none were wanted, or no kernel was launched. */
static void set_kernels(json_t *coverage, const struct cld_document *document)
{
    if (document->launched == 0)
        return;
    json_t *kernels = json_object();
    set_number(kernels, "instrumented", document->instrumented);
    set_number(kernels, "total", document->launched);
    json_object_set_new(coverage, "kernels", kernels);
}

static json_t *coverage_json(const struct cld_document *document)
{
    json_t *json = json_object(), *skipped = json_array();
    const struct cld_run_info *run = cld_model_run(document->model);
    json_object_set_new(json, "watched", json_boolean(document->watched));
    set_kernels(json, document);
    for (size_t i = 0; i < document->n_notes; i++)
        json_array_append_new(skipped, note_json(&document->notes[i]));
    json_object_set_new(json, "skipped", skipped);
    json_object_set_new(json, "checks", strings_json((const char *const *)run->checks, run->n_checks));
    json_object_set_new(json, "timeline", timeline_json(document));
    set_number(json, "dropped_records", document->dropped);
    set_number(json, "findings_lost", cld_reader_control(cld_model_reader(document->model))->findings_lost);
    set_number(json, "suppressed", document->findings->suppressed);
    json_object_set_new(json, "unreadable", unreadable_json(document));
    return json;
}

int cld_json_write(const struct cld_document *document, FILE *out)
{
    json_t *root = json_object();
    json_object_set_new(root, "schema", json_string("cldoctor-1"));
    json_object_set_new(root, "version", json_string(CLD_VERSION));
    json_object_set_new(root, "app", strings_json(document->app, document->n_app));
    set_text(root, "cwd", document->cwd);
    json_object_set_new(root, "exit", exit_json(document->status, document->signal));
    json_object_set_new(root, "processes", processes_json(document));
    json_object_set_new(root, "devices", devices_json(document));
    json_object_set_new(root, "kernels", works_json(document, true));
    json_object_set_new(root, "commands", works_json(document, false));
    json_object_set_new(root, "probes", probes_json(document));
    json_object_set_new(root, "coverage", coverage_json(document));
    json_object_set_new(root, "findings", findings_json(document));
    errno = 0;
    int failed = json_dumpf(root, out, JSON_INDENT(2)) != 0 || fputc('\n', out) == EOF || fflush(out) != 0;
    json_decref(root);
    if (failed && errno == 0)
        errno = EIO;
    return failed ? -1 : 0;
}
