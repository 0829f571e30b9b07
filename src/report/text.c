#include "report/text.h"

#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "model/names.h"
#include "report/place.h"

#define FINDINGS_SHOWN 20 /* of each severity, without -v */
#define KERNELS_SHOWN 20  /* with -v */

static const char *app_name(const struct cld_document *document)
{
    return document->n_app ? document->app[0] : "the program";
}

/* ---- verdict ---------------------------------------------------------------------------------------- */

/* "2 errors, 1 warning, 3 pieces of advice". The caller frees it. */
static char *counts_text(const struct cld_document *document)
{
    const size_t *n = document->findings->by_severity;
    size_t errors = n[CLD_SEVERITY_ERROR], warnings = n[CLD_SEVERITY_WARNING],
           advice = n[CLD_SEVERITY_ADVICE];
    char *error_text =
        errors ? cld_xprintf("%zu error%s", errors, errors == 1 ? "" : "s") : cld_xstrdup("no errors");
    char *warning_text = warnings ? cld_xprintf("%zu warning%s", warnings, warnings == 1 ? "" : "s")
                                  : cld_xstrdup("no warnings");
    char *advice_text = advice ? cld_xprintf(", %zu %s of advice", advice, advice == 1 ? "piece" : "pieces")
                               : cld_xstrdup("");
    char *text = cld_xprintf("%s, %s%s", error_text, warning_text, advice_text);
    free(error_text);
    free(warning_text);
    free(advice_text);
    return text;
}

static char *ending_text(const struct cld_document *document)
{
    char room[32];
    if (document->signal)
        return cld_xprintf(", which was killed by %s", cld_signal_name(document->signal, room));
    if (document->status > 0)
        return cld_xprintf(", which exited with status %d", document->status);
    return cld_xstrdup("");
}

static void show_verdict(const struct cld_document *document, const struct cld_out *out)
{
    char *ending = ending_text(document), *text = NULL, room[32];
    enum cld_style style = CLD_GREEN;
    const size_t *n = document->findings->by_severity;
    if (!document->watched) {
        style = CLD_YELLOW;
        text = cld_xprintf("nothing was checked in %s%s: %s; %s", app_name(document), ending,
                           document->unwatched, document->advice);
    } else if (document->findings->count == 0) {
        text = cld_xprintf("no findings in %s%s (%s OpenCL call%s)", app_name(document), ending,
                           cld_count_text(document->calls, room), document->calls == 1 ? "" : "s");
    } else {
        char *counts = counts_text(document);
        style = n[CLD_SEVERITY_ERROR] ? CLD_RED : n[CLD_SEVERITY_WARNING] ? CLD_YELLOW : CLD_CYAN;
        text = cld_xprintf("%s in %s%s", counts, app_name(document), ending);
        free(counts);
    }
    cld_out_styled(out, CLD_BOLD, "cldoctor: ");
    cld_out_wrap(out, style, 10, "", 10, text);
    free(text);
    free(ending);
}

static void show_heading(const struct cld_out *out, const char *text)
{
    cld_out_styled(out, CLD_BOLD, text);
    fputc('\n', out->file);
}

/* ---- closing sections ------------------------------------------------------------------------------- */

/* Where threads were when a process died inside OpenCL. */
static void show_inside(const struct cld_document *document, const struct cld_out *out)
{
    for (size_t p = 0; p < cld_model_processes(document->model); p++) {
        const struct cld_process *process = cld_model_process(document->model, p);
        if (process->exited || process->running || process->execed)
            continue;
        for (size_t i = 0; i < process->n_inside; i++) {
            const struct cld_inside *inside = &process->inside[i];
            struct cld_place place =
                cld_place_of(cld_symbolise_address(document->symboliser, process, inside->from), false);
            char *path = place.count && place.frames[place.primary].file
                             ? cld_place_path(place.frames[place.primary].file, document->cwd)
                             : NULL;
            char *where = path ? cld_xprintf(", called at %s:%d", path, place.frames[place.primary].line)
                               : cld_xstrdup("");
            char *text = cld_xprintf("thread %u of process %ld was inside %s%s when the process ended",
                                     inside->thread_id, process->pid, cld_fn_name(inside->fn), where);
            cld_out_wrap(out, CLD_PLAIN, 0, "", 2, text);
            free(text);
            free(where);
            free(path);
        }
    }
}

/* "1,204 commands on 2 queues, 3.41 ms of device time; busiest kernel: scale, 400 launches, 2.10 ms (62%)" */
static void show_summary(const struct cld_document *document, const struct cld_out *out)
{
    char a[32], b[32], c[32], d[32];
    uint64_t commands = document->thinned ? document->enqueued : document->commands;
    if (commands == 0)
        return;
    const struct cld_work_total *busiest = NULL;
    for (size_t i = 0; i < document->n_works && !busiest; i++)
        if (document->works[i].is_kernel && document->works[i].device_ns > 0)
            busiest = &document->works[i];
    char *kernel = busiest
                       ? cld_xprintf("; busiest kernel: %s, %s launch%s, %s (%.0f%%)", busiest->name,
                                     cld_count_text(busiest->commands, a), busiest->commands == 1 ? "" : "es",
                                     cld_time_text(busiest->device_ns, b),
                                     100.0 * (double)busiest->device_ns / (double)document->device_ns)
                       : cld_xstrdup("");
    char *time = document->timed ? cld_xprintf(", %s of device time%s", cld_time_text(document->device_ns, c),
                                               document->thinned ? " in those recorded" : "")
                                 : cld_xstrdup("");
    char *text =
        cld_xprintf("%s command%s on %zu queue%s%s%s", cld_count_text(commands, d), commands == 1 ? "" : "s",
                    document->queues, document->queues == 1 ? "" : "s", time, kernel);
    cld_out_wrap(out, CLD_PLAIN, 0, "", 2, text);
    free(text);
    free(time);
    free(kernel);
}

/* ---- what -v adds ----------------------------------------------------------------------------------- */

static void show_devices(const struct cld_document *document, const struct cld_out *out)
{
    char memory[32];
    if (document->n_devices)
        show_heading(out, "devices:");
    for (size_t i = 0; i < document->n_devices; i++) {
        const struct cld_device *device = document->devices[i];
        char *text = cld_xprintf("%s (%s, %s; %u compute units, %s; %s, driver %s)", device->name,
                                 cld_device_type_name(device->type), device->platform, device->compute_units,
                                 cld_bytes_text(device->global_mem, memory), device->version, device->driver);
        fputs("  ", out->file);
        cld_out_wrap(out, CLD_PLAIN, 2, "", 4, text);
        free(text);
    }
}

static void show_works(const struct cld_document *document, const struct cld_out *out)
{
    char count[32], time[32];
    size_t shown = document->n_works < KERNELS_SHOWN ? document->n_works : KERNELS_SHOWN;
    if (shown)
        show_heading(out, "commands:");
    for (size_t i = 0; i < shown; i++) {
        const struct cld_work_total *work = &document->works[i];
        fprintf(out->file, "  %9s x %10s  ", cld_count_text(work->commands, count),
                work->timed ? cld_time_text(work->device_ns, time) : "no times");
        cld_out_styled(out, CLD_PLAIN, work->name);
        fputc('\n', out->file);
    }
    if (shown < document->n_works)
        fprintf(out->file, "  ... and %zu more\n", document->n_works - shown);
}

static void show_probes(const struct cld_process *process, const struct cld_out *out)
{
    char count[32];
    for (size_t i = 0; i < process->n_probes; i++) {
        const struct cld_probe *probe = &process->probes[i];
        const char *symbol = cld_code_symbol(probe->code);
        fprintf(out->file, "  %9s x %s asked for 0x%x and got %s (a probe, no fault)\n",
                cld_count_text(probe->count, count), cld_fn_name(probe->fn), probe->detail,
                symbol ? symbol : "an unknown code");
    }
}

static void show_processes(const struct cld_document *document, const struct cld_out *out)
{
    char count[32];
    for (size_t p = 0; p < cld_model_processes(document->model); p++) {
        const struct cld_process *process = cld_model_process(document->model, p);
        cld_out_printf(out, CLD_BOLD, "process %ld:", process->pid);
        cld_out_printf(out, CLD_PLAIN, " %s%s", process->exe, process->forked ? " (forked)" : "");
        fputc('\n', out->file);
        for (unsigned fn = 0; fn < CLD_MAX_CALLS; fn++)
            if (process->calls[fn])
                fprintf(out->file, "  %9s x %s\n", cld_count_text(process->calls[fn], count),
                        cld_fn_name(fn));
        show_probes(process, out);
    }
}

/* ---- the report ------------------------------------------------------------------------------------- */

static void show_findings(const struct cld_document *document, const struct cld_out *out,
                          enum cld_verbosity verbosity)
{
    size_t shown[CLD_SEVERITY_ADVICE + 1] = {0}, hidden = 0;
    for (size_t i = 0; i < document->findings->count; i++) {
        const struct cld_found *found = &document->findings->list[i];
        if (verbosity == CLD_NORMAL && shown[found->severity]++ >= FINDINGS_SHOWN)
            hidden++;
        else if (verbosity == CLD_QUIET)
            cld_text_finding_line(document, out, found);
        else
            cld_text_finding(document, out, found, verbosity);
    }
    if (hidden) {
        char *text = cld_xprintf("%zu more finding%s not shown: -v shows all, and so does --json", hidden,
                                 hidden == 1 ? " is" : "s are");
        cld_out_wrap(out, CLD_BOLD, 0, "", 2, text);
        free(text);
    }
    if (document->findings->suppressed)
        fprintf(out->file, "%llu finding%s suppressed\n", (unsigned long long)document->findings->suppressed,
                document->findings->suppressed == 1 ? " was" : "s were");
}

void cld_text_write(const struct cld_document *document, const struct cld_out *out,
                    enum cld_verbosity verbosity)
{
    show_verdict(document, out);
    if (verbosity != CLD_QUIET && document->findings->count)
        fputc('\n', out->file);
    show_findings(document, out, verbosity);
    if (verbosity != CLD_QUIET) {
        show_inside(document, out);
        show_summary(document, out);
        cld_text_coverage(document, out, verbosity);
    }
    if (verbosity == CLD_VERBOSE) {
        show_devices(document, out);
        show_works(document, out);
        show_processes(document, out);
    }
    fflush(out->file);
}
