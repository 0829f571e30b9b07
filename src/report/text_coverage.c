/* text_coverage.c - the closing section on what was not checked. */
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "model/names.h"
#include "report/text.h"

#define KERNELS_NAMED 6  /* of one reason, without -v */
#define REASONS_SHOWN 10 /* for kernels, without -v */

static void show_line(const struct cld_out *out, const char *text)
{
    fputs("  ", out->file);
    cld_out_wrap(out, CLD_PLAIN, 2, "", 4, text);
}

static bool is_kernel(const struct cld_note *note)
{
    return strcmp(note->what, "kernel") == 0;
}

/* How many notes, from the first one on, are of kernels with one and the same reason. */
static size_t same_reason(const struct cld_note *notes, size_t left)
{
    size_t n = 1;
    while (n < left && is_kernel(&notes[n]) && strcmp(notes[n].reason, notes[0].reason) == 0)
        n++;
    return n;
}

/* "kernels a, b (3 times) and 5 more: REASON" */
static void show_kernels(const struct cld_note *notes, size_t count, size_t named, const struct cld_out *out)
{
    char *text = NULL, number[32];
    size_t size, shown = count < named ? count : named;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        return;
    fprintf(stream, count == 1 ? "kernel " : "kernels ");
    for (size_t i = 0; i < shown; i++) {
        fprintf(stream, "%s%s", i ? ", " : "", notes[i].name);
        if (notes[i].count > 1)
            fprintf(stream, " (%s times)", cld_count_text(notes[i].count, number));
    }
    if (shown < count)
        fprintf(stream, " and %s more", cld_count_text(count - shown, number));
    fprintf(stream, ": %s", notes[0].reason);
    fclose(stream);
    show_line(out, text);
    free(text);
}

/* All notes of kernels, which follow each other: returns how many there are. */
static size_t show_all_kernels(const struct cld_note *notes, size_t left, const struct cld_out *out,
                               enum cld_verbosity verbosity)
{
    bool all = verbosity == CLD_VERBOSE;
    size_t i = 0, reasons = 0, hidden = 0;
    for (size_t n; i < left && is_kernel(&notes[i]); i += n) {
        n = same_reason(&notes[i], left - i);
        if (all || reasons++ < REASONS_SHOWN)
            show_kernels(&notes[i], n, all ? n : KERNELS_NAMED, out);
        else
            hidden += n;
    }
    if (hidden)
        fprintf(out->file, "  %zu more kernel%s: -v shows why\n", hidden, hidden == 1 ? "" : "s");
    return i;
}

static void show_note(const struct cld_note *note, const struct cld_out *out)
{
    char *text = cld_xprintf("%s%s%s: %s", note->what, note->name[0] ? " " : "", note->name, note->reason);
    show_line(out, text);
    free(text);
}

void cld_text_coverage(const struct cld_document *document, const struct cld_out *out,
                       enum cld_verbosity verbosity)
{
    char a[32], b[32];
    bool headed = false;
    if (document->launched > 0)
        fprintf(out->file, "kernels checked: %s of %s\n", cld_count_text(document->instrumented, a),
                cld_count_text(document->launched, b));
    for (size_t i = 0, n; i < document->n_notes; i += n) {
        const struct cld_note *note = &document->notes[i];
        n = 1;
        if (strcmp(note->what, "session") == 0)
            continue; /* the verdict has said it */
        if (!headed) {
            cld_out_styled(out, CLD_BOLD, "not checked:");
            fputc('\n', out->file);
        }
        headed = true;
        if (is_kernel(note))
            n = show_all_kernels(note, document->n_notes - i, out, verbosity);
        else
            show_note(note, out);
    }
}
