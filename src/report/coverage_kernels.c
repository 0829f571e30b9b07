/* coverage_kernels.c - which kernels were checked by a twin, what of those was not, and why others were not.
 */
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "report/document.h"

static const char *name_of(const struct cld_twin *twin)
{
    return twin->kernel ? twin->kernel : "(its name was lost)";
}

static const char *reason_of(const struct cld_twin *twin)
{
    return twin->reason[0] ? twin->reason : "no reason was recorded";
}

static int by_reason_and_name(const void *a, const void *b)
{
    const struct cld_twin *x = *(const struct cld_twin *const *)a, *y = *(const struct cld_twin *const *)b;
    int reasons = strcmp(reason_of(x), reason_of(y));
    return reasons ? reasons : strcmp(name_of(x), name_of(y));
}

/* The same kernel of another process, or of a program that was built again, is one note. */
static void note_all(struct cld_document *document, const struct cld_twin **noted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && by_reason_and_name(&noted[i - 1], &noted[i]) == 0)
            document->notes[document->n_notes - 1].count++;
        else
            cld_document_note(document, "kernel", name_of(noted[i]), reason_of(noted[i]));
    }
}

static void note_unseen(struct cld_document *document)
{
    for (size_t p = 0; p < cld_model_processes(document->model); p++) {
        const struct cld_process *process = cld_model_process(document->model, p);
        for (size_t i = 0; i < process->n_unseen; i++)
            cld_document_note(document, "kernel",
                              process->unseen[i].kernel ? process->unseen[i].kernel : "(its name was lost)",
                              process->unseen[i].reason);
    }
}

void cld_document_cover_kernels(struct cld_document *document)
{
    const struct cld_twin **noted = NULL;
    size_t count = 0;
    for (size_t p = 0; p < cld_model_processes(document->model); p++) {
        const struct cld_process *process = cld_model_process(document->model, p);
        document->launched += process->n_twins;
        for (size_t i = 0; i < process->n_twins; i++) {
            const struct cld_twin *twin = &process->twins[i];
            document->instrumented += twin->instrumented;
            if (twin->instrumented && !twin->reason[0])
                continue;
            noted = cld_xgrow(noted, count, sizeof(struct cld_twin *));
            noted[count++] = twin;
        }
    }
    if (count > 1)
        qsort(noted, count, sizeof(*noted), by_reason_and_name);
    note_all(document, noted, count);
    free(noted);
    note_unseen(document);
}
