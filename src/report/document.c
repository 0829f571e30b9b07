#include "report/document.h"

#include <stdlib.h>
#include <string.h>

#include "layer/calls.h"
#include "model/arena.h"
#include "model/names.h"

static void take_command_line(struct cld_document *document)
{
    const struct cld_run_info *run = cld_model_run(document->model);
    const struct cld_process *app = cld_model_app(document->model);
    document->status = -1;
    document->cwd = "";
    if (run->present) {
        document->app = (const char **)run->app;
        document->n_app = run->n_app;
        document->cwd = run->cwd;
        document->status = run->ended > 0 ? run->status : -1;
        document->signal = run->signal;
    } else if (app) {
        document->app = app->argv;
        document->n_app = app->argc;
        document->cwd = app->cwd;
    }
}

static bool same_device(const struct cld_device *a, const struct cld_device *b)
{
    /* Two equal cards of one process differ by their serial; one card in two processes does not count twice.
     */
    return strcmp(a->name, b->name) == 0 && strcmp(a->platform, b->platform) == 0 &&
           strcmp(a->driver, b->driver) == 0;
}

static void take_devices(struct cld_document *document, const struct cld_process *process)
{
    size_t before = document->n_devices;
    for (size_t i = 0; i < process->n_devices; i++) {
        bool known = false;
        for (size_t k = 0; k < before && !known; k++)
            known = same_device(document->devices[k], &process->devices[i]);
        for (size_t k = before; k < document->n_devices && !known; k++)
            known = document->devices[k]->serial == process->devices[i].serial;
        if (known)
            continue;
        document->devices = cld_xgrow(document->devices, document->n_devices, sizeof(*document->devices));
        document->devices[document->n_devices++] = &process->devices[i];
    }
}

static void take_work(struct cld_document *document, const struct cld_work *work)
{
    struct cld_work_total *total = NULL;
    const char *name = work->kernel ? work->kernel : cld_fn_name(work->fn);
    for (size_t i = 0; i < document->n_works && !total; i++)
        if (document->works[i].is_kernel == (work->kernel != NULL) &&
            strcmp(document->works[i].name, name) == 0)
            total = &document->works[i];
    if (!total) {
        document->works = cld_xgrow(document->works, document->n_works, sizeof(*document->works));
        total = &document->works[document->n_works++];
        *total = (struct cld_work_total){.name = name, .is_kernel = work->kernel != NULL};
    }
    total->commands += work->commands;
    total->timed += work->timed;
    total->failed += work->failed;
    total->device_ns += work->device_ns;
    total->bytes += work->bytes;
    if (work->longest_ns > total->longest_ns)
        total->longest_ns = work->longest_ns;
    document->timed += work->timed;
    document->failed += work->failed;
    document->device_ns += work->device_ns;
}

static int compare_works(const void *a, const void *b)
{
    const struct cld_work_total *x = a, *y = b;
    if (x->device_ns != y->device_ns)
        return x->device_ns < y->device_ns ? 1 : -1;
    if (x->commands != y->commands)
        return x->commands < y->commands ? 1 : -1;
    return strcmp(x->name, y->name);
}

static void take_process(struct cld_document *document, const struct cld_process *process)
{
    document->calls += process->total_calls;
    document->commands += process->commands;
    document->thinned += process->thinned;
    document->untimed += process->untimed;
    document->dropped += process->dropped;
    document->queues += process->queues_used;
    for (unsigned fn = 0; fn < CLD_MAX_CALLS; fn++) {
        const struct cld_fn_info *info = cld_fn_info(fn);
        if (info && info->cls == CLD_CLASS_ENQUEUE)
            document->enqueued += process->calls[fn];
    }
    take_devices(document, process);
    for (size_t i = 0; i < process->n_works; i++)
        take_work(document, &process->works[i]);
}

struct cld_document *cld_document_new(const struct cld_model *model, const struct cld_findings *findings,
                                      struct cld_symboliser *symboliser)
{
    struct cld_document *document = cld_xcalloc(1, sizeof(*document));
    document->model = model;
    document->findings = findings;
    document->symboliser = symboliser;
    document->arena = cld_arena_new();
    document->watched =
        cld_reader_control(cld_model_reader(model))->layers > 0 || cld_model_processes(model) > 0;
    take_command_line(document);
    for (size_t i = 0; i < cld_model_processes(model); i++)
        take_process(document, cld_model_process(model, i));
    if (document->n_works > 1)
        qsort(document->works, document->n_works, sizeof(*document->works), compare_works);
    cld_document_cover(document);
    return document;
}

void cld_document_note(struct cld_document *document, const char *what, const char *name, const char *reason)
{
    document->notes = cld_xgrow(document->notes, document->n_notes, sizeof(*document->notes));
    document->notes[document->n_notes++] = (struct cld_note){what, name, reason, 1};
}

void cld_document_free(struct cld_document *document)
{
    if (!document)
        return;
    free(document->works);
    free(document->devices);
    free(document->notes);
    cld_arena_free(document->arena);
    free(document);
}
