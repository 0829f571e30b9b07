/* coverage.c - what was not seen in a run, and why. */
#include <string.h>

#include "model/arena.h"
#include "model/names.h"
#include "report/checks.h"
#include "report/document.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* No layer came up. What was mapped into the program says why. */
static void explain_unwatched(struct cld_document *document)
{
    const struct cld_run_info *run = cld_model_run(document->model);
    document->advice = "";
    if (!run->present) {
        document->unwatched = "no program with the layer has written into this session";
        document->advice = "start the program with: cldoctor run -- APP";
    } else if (run->n_vendors > 0 && run->n_loaders == 0) {
        document->unwatched = cld_arena_printf(
            document->arena, "the program opened the vendor's library %s directly, past the loader",
            base_name(run->vendors[0]));
        document->advice = run->preload ? "cldoctor can't see such calls" : "try --preload";
    } else if (run->n_loaders > 0 && !run->preload) {
        document->unwatched = cld_arena_printf(document->arena, "%s was loaded but knows no layers",
                                               base_name(run->loaders[0]));
        document->advice = "try --preload";
    } else if (run->n_loaders > 0) {
        document->unwatched =
            cld_arena_printf(document->arena, "%s was loaded, but the preload library did not come before it",
                             base_name(run->loaders[0]));
        document->advice = "is the program set-uid, or does it clear LD_PRELOAD?";
    } else {
        document->unwatched = "no OpenCL library was loaded by the program";
        document->advice = "does it need another option or device to use OpenCL?";
    }
    cld_document_note(document, "session", "", document->unwatched);
}

static void cover_checks(struct cld_document *document)
{
    const struct cld_run_info *run = cld_model_run(document->model);
    for (size_t i = 0; i < run->n_checks; i++)
        if (cld_check_known(run->checks[i]) && !cld_check_implemented(run->checks[i]))
            cld_document_note(document, "check", run->checks[i], "not implemented in this version");
}

static void cover_files(struct cld_document *document)
{
    char room[32];
    const struct cld_reader *reader = cld_model_reader(document->model);
    for (size_t i = 0; i < cld_reader_problems(reader); i++) {
        const struct cld_problem *problem = cld_reader_problem(reader, i);
        const char *more = problem->places > 1 ? cld_arena_printf(document->arena, ", and %llu more places",
                                                                  (unsigned long long)problem->places - 1)
                                               : "";
        cld_document_note(document, "file", problem->file,
                          cld_arena_printf(document->arena, "unreadable at offset %llu: %s%s; %s lost",
                                           (unsigned long long)problem->offset, problem->what, more,
                                           cld_bytes_text(problem->lost, room)));
    }
}

static void cover_room(struct cld_document *document)
{
    char a[32];
    const struct cld_control_info *control = cld_reader_control(cld_model_reader(document->model));
    if (document->dropped > 0)
        cld_document_note(
            document, "records", "",
            cld_arena_printf(
                document->arena, "%s records found no room%s", cld_count_text(document->dropped, a),
                control->no_space ? " (disk full, or the session folder was removed)" : " (see --max-size)"));
    else if (control->no_space > 0)
        cld_document_note(document, "records", "",
                          "the disk was full at times, or the session folder was removed");
    if (control->findings_lost > 0)
        cld_document_note(document, "findings", "",
                          cld_arena_printf(document->arena,
                                           "%u findings found no room to be recorded; they were printed",
                                           control->findings_lost));
    if (control->objects_lost > 0)
        cld_document_note(
            document, "objects", "",
            cld_arena_printf(document->arena,
                             "%u objects found no room to be followed: if they leak, it is not seen",
                             control->objects_lost));
}

static void cover_timeline(struct cld_document *document)
{
    char a[32], b[32];
    const struct cld_control_info *control = cld_reader_control(cld_model_reader(document->model));
    if (control->thinning > 0 || document->thinned > 0)
        cld_document_note(document, "timeline", "",
                          cld_arena_printf(document->arena,
                                           "thinned to 1 command in %llu to stay under --max-size (%s)%s",
                                           1ull << (control->thinning < 63 ? control->thinning : 63),
                                           cld_bytes_text(control->max_bytes, a),
                                           control->timeline_full ? "; its share is used up" : ""));
    uint64_t untimed = document->untimed < document->commands ? document->untimed : document->commands;
    if (untimed > 0)
        cld_document_note(
            document, "timeline", "",
            cld_arena_printf(document->arena,
                             "%s of %s commands were not timed: timing all of them would have cost this "
                             "program more than 2%% (CLDOCTOR_OPTIONS=timestamps=all times them)",
                             cld_count_text(untimed, a), cld_count_text(document->commands, b)));
    uint64_t seen = document->timed + document->failed + untimed;
    if (document->commands > seen)
        cld_document_note(
            document, "timeline", "",
            cld_arena_printf(document->arena,
                             "%s of %s commands have no device times: they had not ended, or could not be "
                             "asked any more, when the program ended",
                             cld_count_text(document->commands - seen, a),
                             cld_count_text(document->commands, b)));
}

static bool listed(const struct cld_run_info *run, long pid)
{
    for (size_t i = 0; i < run->n_running; i++)
        if (run->running[i] == pid)
            return true;
    return false;
}

static void cover_processes(struct cld_document *document)
{
    char room[32];
    const struct cld_run_info *run = cld_model_run(document->model);
    for (size_t i = 0; i < run->n_running; i++)
        cld_document_note(
            document, "process", cld_arena_printf(document->arena, "%ld", run->running[i]),
            "still running when the program had ended: what it did since is not in this report");
    for (size_t i = 0; i < cld_model_processes(document->model); i++) {
        const struct cld_process *process = cld_model_process(document->model, i);
        if (process->gave_up)
            cld_document_note(
                document, "work-items", "",
                cld_arena_printf(document->arena,
                                 "%s were ended after 65,536 bad accesses each: the zeros that they "
                                 "read can make a loop endless",
                                 cld_count_text(process->gave_up, room)));
        if (process->running && !listed(run, process->pid))
            cld_document_note(document, "process", cld_arena_printf(document->arena, "%ld", process->pid),
                              "still running: what it holds now is no leak yet, and is not judged");
    }
}

void cld_document_cover(struct cld_document *document)
{
    if (!document->watched)
        explain_unwatched(document);
    cover_checks(document);
    cld_document_cover_kernels(document);
    cover_files(document);
    cover_room(document);
    cover_timeline(document);
    cover_processes(document);
}
