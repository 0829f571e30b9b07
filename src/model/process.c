#include "model/process.h"

#include <stdlib.h>
#include <string.h>

#include "model/twins.h"
#include "model/works.h"
#include "rules/findings.h"

struct loader {
    struct cld_process *process;
    struct cld_arena *arena;
    struct cld_works works;
    struct cld_twins twins;
    bool file_has_times;
};

/* ---- the file `process` ----------------------------------------------------------------------------- */

static void take_pair(void *user, const char *key, const char *value)
{
    struct loader *loader = user;
    struct cld_process *process = loader->process;
    if (strcmp(key, CLD_PROCESS_EXE) == 0)
        process->exe = cld_arena_strdup(loader->arena, value);
    else if (strcmp(key, CLD_PROCESS_CWD) == 0)
        process->cwd = cld_arena_strdup(loader->arena, value);
    else if (strcmp(key, CLD_PROCESS_HOW) == 0)
        process->how = cld_arena_strdup(loader->arena, value);
    else if (strcmp(key, CLD_PROCESS_VERSION) == 0)
        process->version = cld_arena_strdup(loader->arena, value);
    else if (strcmp(key, CLD_PROCESS_PPID) == 0)
        process->ppid = strtol(value, NULL, 10);
    else if (strcmp(key, CLD_PROCESS_START) == 0)
        process->start_ns = strtoull(value, NULL, 10);
    else if (strcmp(key, CLD_PROCESS_WALL) == 0)
        process->start_wall = strtod(value, NULL);
    else if (strcmp(key, CLD_PROCESS_FORKED) == 0)
        process->forked = value[0] == '1';
    if (strcmp(key, CLD_PROCESS_ARGV) == 0) {
        process->argv = cld_xgrow(process->argv, process->argc, sizeof(char *));
        process->argv[process->argc++] = cld_arena_strdup(loader->arena, value);
    }
}

/* ---- records ---------------------------------------------------------------------------------------- */

static void take_string(struct loader *loader, const struct cld_rec_string *record)
{
    if (record->head.extra != 0)
        *cld_idmap_at(&loader->process->strings, record->head.extra) =
            cld_arena_strdup(loader->arena, record->text);
}

static void take_stack(struct loader *loader, const struct cld_rec_stack *record)
{
    if (record->head.extra == 0)
        return;
    struct cld_stack *stack = cld_arena_alloc(loader->arena, sizeof(*stack));
    uint64_t *frames = cld_arena_alloc(loader->arena, record->count * sizeof(*frames));
    memcpy(frames, record->frames, record->count * sizeof(*frames));
    stack->count = record->count;
    stack->frames = frames;
    *cld_idmap_at(&loader->process->stacks, record->head.extra) = stack;
}

static bool module_known(const struct cld_process *process, const struct cld_rec_module *record)
{
    for (size_t i = 0; i < process->n_modules; i++) {
        const struct cld_module *module = &process->modules[i];
        if (module->start == record->start && module->base == record->base && module->end == record->end &&
            strcmp(module->path, record->path) == 0)
            return true;
    }
    return false;
}

static void take_module(struct loader *loader, const struct cld_rec_module *record)
{
    struct cld_process *process = loader->process;
    if (module_known(process, record))
        return;
    process->modules = cld_xgrow(process->modules, process->n_modules, sizeof(*process->modules));
    struct cld_module *module = &process->modules[process->n_modules++];
    *module = (struct cld_module){
        .path = cld_arena_strdup(loader->arena, record->path),
        .base = record->base,
        .start = record->start,
        .end = record->end,
        .build_id_size = record->build_id_size,
    };
    memcpy(module->build_id, record->build_id, sizeof(module->build_id));
}

static const char *take_text(struct loader *loader, const char **at)
{
    const char *text = cld_arena_strdup(loader->arena, *at);
    *at += strlen(*at) + 1;
    return text;
}

static void take_device(struct loader *loader, const struct cld_rec_device *record)
{
    struct cld_process *process = loader->process;
    const char *at = record->strings;
    process->devices = cld_xgrow(process->devices, process->n_devices, sizeof(*process->devices));
    struct cld_device *device = &process->devices[process->n_devices++];
    device->serial = record->serial;
    device->type = record->type;
    device->global_mem = record->global_mem;
    device->local_mem = record->local_mem;
    device->compute_units = record->compute_units;
    device->name = take_text(loader, &at);
    device->vendor = take_text(loader, &at);
    device->version = take_text(loader, &at);
    device->driver = take_text(loader, &at);
    device->platform = take_text(loader, &at);
}

static void take_queue(struct loader *loader, const struct cld_rec_queue *record)
{
    struct cld_process *process = loader->process;
    process->queues = cld_xgrow(process->queues, process->n_queues, sizeof(*process->queues));
    process->queues[process->n_queues++] = (struct cld_queue){
        .serial = record->serial,
        .context = record->context,
        .device = record->device,
        .properties = record->properties,
        .forced_profiling = record->forced_profiling != 0,
    };
}

static void take_finding(struct loader *loader, const struct cld_rec_finding *record)
{
    struct cld_process *process = loader->process;
    const char *at = record->strings;
    if (record->finding >= CLD_FINDING_COUNT)
        return; /* of a newer layer */
    process->findings = cld_xgrow(process->findings, process->n_findings, sizeof(*process->findings));
    struct cld_layer_finding *finding = &process->findings[process->n_findings++];
    *finding = (struct cld_layer_finding){
        .finding = record->finding,
        .severity = record->severity <= CLD_SEVERITY_ADVICE ? record->severity : CLD_SEVERITY_ERROR,
        .fn = record->fn,
        .code = record->code,
        .arg = record->arg,
        .stack = record->stack,
        .thread = record->thread,
        .next_fn = record->next_fn,
        .count = record->count ? record->count : 1,
        .first_ns = record->first_ns,
        .accesses = record->accesses,
        .n_objects = record->n_objects,
        .n_evidence = record->evidence,
    };
    finding->message = take_text(loader, &at);
    finding->fix = take_text(loader, &at);
    finding->kernel = take_text(loader, &at);
    finding->evidence = cld_arena_alloc(loader->arena, 2 * (size_t)record->evidence * sizeof(char *));
    for (size_t i = 0; i < 2 * (size_t)record->evidence; i++)
        finding->evidence[i] = take_text(loader, &at);
    for (size_t i = 0; i < record->n_objects; i++) {
        const struct cld_finding_object *object = &record->objects[i];
        finding->objects[i] = (struct cld_object_ref){
            .kind = object->kind,
            .subkind = object->subkind,
            .serial = object->serial,
            .handle = object->handle,
            .bytes = object->bytes,
            .born_stack = object->born_stack,
            .dead_stack = object->dead_stack,
            .label_id = object->label,
        };
    }
}

static void take_unseen(struct loader *loader, const struct cld_rec_unseen *record)
{
    struct cld_process *process = loader->process;
    for (size_t i = 0; i < process->n_unseen; i++)
        if (process->unseen[i].label_id == record->label &&
            strcmp(process->unseen[i].reason, record->reason) == 0)
            return;
    process->unseen = cld_xgrow(process->unseen, process->n_unseen, sizeof(*process->unseen));
    process->unseen[process->n_unseen++] = (struct cld_unseen){
        .label_id = record->label, .reason = cld_arena_strdup(loader->arena, record->reason)};
}

static void take_probe(struct loader *loader, const struct cld_rec_probe *record)
{
    struct cld_process *process = loader->process;
    for (size_t i = 0; i < process->n_probes; i++) {
        struct cld_probe *probe = &process->probes[i];
        if (probe->fn == record->head.extra && probe->code == record->code &&
            probe->detail == record->detail) {
            probe->count += record->count;
            return;
        }
    }
    process->probes = cld_xgrow(process->probes, process->n_probes, sizeof(*process->probes));
    process->probes[process->n_probes++] =
        (struct cld_probe){record->head.extra, record->code, record->detail, record->count};
}

/* "lamp 32 direction:0 power:16" */
static void take_struct(struct loader *loader, const struct cld_rec_struct *record)
{
    struct cld_process *process = loader->process;
    const char *text = cld_arena_strdup(loader->arena, record->text);
    char *space = strchr(text, ' '), *end;
    uint64_t bytes = space ? strtoull(space + 1, &end, 10) : 0;
    if (!bytes || *end != ' ')
        return;
    *space = '\0';
    process->structs = cld_xgrow(process->structs, process->n_structs, sizeof(*process->structs));
    process->structs[process->n_structs++] =
        (struct cld_struct){record->stack, record->head.extra, bytes, text, end + 1};
}

static void take_exit(struct cld_process *process, const struct cld_rec_exit *record)
{
    process->exited = true;
    process->exit_ns = record->ns;
}

static void take_record(void *user, const struct cld_rec_head *head)
{
    struct loader *loader = user;
    switch (head->kind) {
    case CLD_REC_STRING:
        take_string(loader, (const void *)head);
        break;
    case CLD_REC_MODULE:
        take_module(loader, (const void *)head);
        break;
    case CLD_REC_STACK:
        take_stack(loader, (const void *)head);
        break;
    case CLD_REC_DEVICE:
        take_device(loader, (const void *)head);
        break;
    case CLD_REC_QUEUE:
        take_queue(loader, (const void *)head);
        break;
    case CLD_REC_COMMAND:
        loader->process->commands++;
        cld_works_command(&loader->works, (const void *)head);
        break;
    case CLD_REC_TIMES:
        loader->file_has_times = true;
        break;
    case CLD_REC_FINDING:
        take_finding(loader, (const void *)head);
        break;
    case CLD_REC_PROBE:
        take_probe(loader, (const void *)head);
        break;
    case CLD_REC_TWIN:
        cld_twins_record(&loader->twins, loader->arena, (const void *)head);
        break;
    case CLD_REC_GAVE_UP:
        loader->process->gave_up += ((const struct cld_rec_gave_up *)(const void *)head)->work_items;
        break;
    case CLD_REC_STRUCT:
        take_struct(loader, (const void *)head);
        break;
    case CLD_REC_UNSEEN:
        take_unseen(loader, (const void *)head);
        break;
    case CLD_REC_EXIT:
        take_exit(loader->process, (const void *)head);
        break;
    default:
        break;
    }
}

static void take_times(void *user, const struct cld_rec_head *head)
{
    struct loader *loader = user;
    if (head->kind == CLD_REC_TIMES)
        cld_works_times(&loader->works, (const void *)head);
}

static void take_header(struct cld_process *process, const struct cld_records_info *info)
{
    for (size_t i = 0; i < CLD_MAX_CALLS; i++) {
        process->calls[i] += info->calls[i];
        process->total_calls += info->calls[i];
    }
    process->dropped += info->dropped;
    process->thinned += info->thinned;
    process->untimed += info->untimed;
    process->threads += info->threads;
    if (info->in_call == 0)
        return;
    process->inside = cld_xgrow(process->inside, process->n_inside, sizeof(*process->inside));
    process->inside[process->n_inside++] =
        (struct cld_inside){info->in_call - 1, info->in_call_from, info->thread_id};
}

/* ---- what needs everything to be read --------------------------------------------------------------- */

/* The main program has no name in the loader's list of modules. */
static void name_main_module(struct cld_process *process)
{
    for (size_t i = 0; i < process->n_modules; i++)
        if (process->modules[i].path[0] == '\0')
            process->modules[i].path = process->exe;
}

/* A string may have been written after the record that uses it, and into another file. */
static void resolve_labels(struct cld_process *process, const uint32_t *work_labels)
{
    for (size_t i = 0; i < process->n_findings; i++)
        for (size_t k = 0; k < process->findings[i].n_objects; k++) {
            struct cld_object_ref *object = &process->findings[i].objects[k];
            object->label = cld_process_string(process, object->label_id);
        }
    for (size_t i = 0; i < process->n_works; i++)
        process->works[i].kernel = cld_process_string(process, work_labels[i]);
    for (size_t i = 0; i < process->n_twins; i++)
        process->twins[i].kernel = cld_process_string(process, process->twins[i].label_id);
    for (size_t i = 0; i < process->n_unseen; i++)
        process->unseen[i].kernel = cld_process_string(process, process->unseen[i].label_id);
}

const char *cld_process_string(const struct cld_process *process, uint32_t id)
{
    return id ? cld_idmap_get(&process->strings, id) : NULL;
}

void cld_process_load(struct cld_process *process, const struct cld_process_dir *dir,
                      struct cld_reader *reader, struct cld_arena *arena)
{
    struct loader loader = {.process = process, .arena = arena};
    struct cld_records_info *info = cld_xcalloc(1, sizeof(*info));
    bool *has_times = cld_xcalloc(dir->n_files, sizeof(bool));
    *process = (struct cld_process){.dir = dir, .pid = dir->pid, .image = dir->image};
    process->exe = process->cwd = process->how = process->version = "";
    cld_reader_read_pairs(reader, dir, take_pair, &loader);
    for (size_t i = 0; i < dir->n_files; i++) {
        loader.file_has_times = false;
        loader.twins.file = i;
        cld_reader_read_records(reader, dir->files[i], info, take_record, &loader);
        take_header(process, info);
        has_times[i] = loader.file_has_times;
    }
    /* A second time for the times: by now every command is known. */
    for (size_t i = 0; i < dir->n_files; i++)
        if (has_times[i])
            cld_reader_read_records(reader, dir->files[i], NULL, take_times, &loader);
    process->works = loader.works.list;
    process->n_works = loader.works.count;
    process->queues_used = loader.works.queues.count;
    cld_twins_done(&loader.twins, process);
    name_main_module(process);
    resolve_labels(process, loader.works.labels);
    cld_works_done(&loader.works);
    free(has_times);
    free(info);
}

void cld_process_unload(struct cld_process *process)
{
    cld_idmap_free(&process->strings);
    cld_idmap_free(&process->stacks);
    free(process->argv);
    free(process->modules);
    free(process->devices);
    free(process->queues);
    free(process->findings);
    free(process->probes);
    free(process->works);
    free(process->inside);
    free(process->twins);
    free(process->structs);
    free(process->unseen);
}
