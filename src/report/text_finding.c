/* text_finding.c - one finding as text, in the manner of a compiler's diagnostic. */
#include <stdlib.h>
#include <string.h>

#include "layer/calls.h"
#include "model/arena.h"
#include "model/names.h"
#include "report/excerpt.h"
#include "report/place.h"
#include "report/source.h"
#include "report/text.h"

#define CALLERS_SHOWN 3

struct page {
    const struct cld_document *document;
    const struct cld_out *out;
    const struct cld_found *found;
    bool verbose;
    int gutter; /* columns of the line number */
};

static enum cld_style style_of(enum cld_severity severity)
{
    return severity == CLD_SEVERITY_ERROR     ? CLD_RED
           : severity == CLD_SEVERITY_WARNING ? CLD_YELLOW
                                              : CLD_CYAN;
}

static struct cld_place place_of(const struct cld_document *document, const struct cld_found *found,
                                 uint32_t stack, bool whole)
{
    return cld_place_of(cld_symbolise_stack(document->symboliser, found->process, stack), whole);
}

/* "src/app.c:12", or "libfoo.so+0x1234". The caller frees it. */
static char *position_text(const struct cld_document *document, const struct cld_frame *frame, bool column)
{
    if (!frame->file) {
        const char *changed = frame->changed ? " (this file has changed since the run)" : "";
        return frame->module
                   ? cld_xprintf("%s+0x%llx%s", frame->module, (unsigned long long)frame->offset, changed)
                   : cld_xprintf("0x%llx", (unsigned long long)frame->offset);
    }
    char *path = cld_place_path(frame->file, document->cwd);
    char *text = column && frame->column > 0 ? cld_xprintf("%s:%d:%d", path, frame->line, frame->column)
                                             : cld_xprintf("%s:%d", path, frame->line);
    free(path);
    return text;
}

/* "app.c:12 in main()" */
static char *frame_text(const struct cld_document *document, const struct cld_frame *frame, bool column)
{
    char *position = position_text(document, frame, column);
    const char *inlined = frame->inlined ? " (inlined)" : "";
    char *text = frame->function ? cld_xprintf("%s in %s()%s", position, frame->function, inlined)
                                 : cld_xprintf("%s%s", position, inlined);
    free(position);
    return text;
}

/* ---- the source line -------------------------------------------------------------------------------- */

static void gutter_line(const struct page *page, const char *mark)
{
    cld_out_printf(page->out, CLD_BLUE, "%*s %s", page->gutter, "", mark);
}

static void gutter_alone(const struct page *page)
{
    gutter_line(page, "|");
    fputc('\n', page->out->file);
}

static void show_marks(const struct page *page, const struct cld_excerpt *excerpt)
{
    if (excerpt->caret < 0 || excerpt->length == 0)
        return;
    char *marks = cld_xcalloc((size_t)excerpt->length + 1, 1);
    memset(marks, '^', (size_t)excerpt->length);
    gutter_line(page, "|");
    fprintf(page->out->file, " %*s", excerpt->caret, "");
    cld_out_styled(page->out, style_of(page->found->severity), marks);
    fputc('\n', page->out->file);
    free(marks);
}

static void show_source(const struct page *page, const struct cld_frame *frame)
{
    char *line = frame->file ? cld_source_line(frame->file, frame->line) : NULL;
    if (!line)
        return;
    const char *call = page->found->fn != CLD_NO_FN ? cld_fn_name(page->found->fn) : NULL;
    struct cld_excerpt excerpt =
        cld_excerpt_make(line, call, frame->column, page->out->width - page->gutter - 3);
    gutter_alone(page);
    cld_out_printf(page->out, CLD_BLUE, "%*d |", page->gutter, frame->line);
    cld_out_printf(page->out, CLD_PLAIN, " %s", excerpt.text);
    fputc('\n', page->out->file);
    show_marks(page, &excerpt);
    free(excerpt.text);
    free(line);
    if (cld_source_newer(frame->file, frame->module_path)) {
        gutter_line(page, "|");
        fputs(" (this file is newer than the program: its lines may be others)\n", page->out->file);
    }
}

/* ---- details ---------------------------------------------------------------------------------------- */

/* "   = label: text", wrapped. */
static void detail(const struct page *page, const char *label, const char *text)
{
    gutter_line(page, "=");
    fputc(' ', page->out->file);
    int column = page->gutter + 3;
    if (label[0]) {
        cld_out_printf(page->out, CLD_BOLD, "%s:", label);
        fputc(' ', page->out->file);
        column += cld_out_columns(label) + 2;
    }
    cld_out_wrap(page->out, CLD_PLAIN, column, "", page->gutter + 5, text);
}

static void show_frames(const struct page *page, const struct cld_place *place, size_t from, size_t to,
                        const char *label)
{
    for (size_t i = from; i < to; i++) {
        char *text = frame_text(page->document, &place->frames[i], false);
        detail(page, label, text);
        free(text);
    }
}

static void show_stack(const struct page *page, const struct cld_place *place)
{
    size_t callers = place->count - place->primary - 1, shown = callers;
    if (!page->verbose && callers > CALLERS_SHOWN + 1)
        shown = CALLERS_SHOWN;
    show_frames(page, place, 0, place->primary, "by way of");
    show_frames(page, place, place->primary + 1, place->primary + 1 + shown, "called from");
    if (shown < callers) {
        char *text = cld_xprintf("... and %zu more (-v shows them)", callers - shown);
        detail(page, "", text);
        free(text);
    }
}

static void show_object(const struct page *page, const struct cld_found_object *object)
{
    char bytes[32], *born = NULL, *dead = NULL;
    struct cld_place place = place_of(page->document, page->found, object->born_stack, false);
    if (place.count)
        born = frame_text(page->document, &place.frames[place.primary], false);
    place = place_of(page->document, page->found, object->dead_stack, false);
    if (place.count)
        dead = frame_text(page->document, &place.frames[place.primary], false);
    char *name = object->label ? cld_xprintf(" \"%s\"", object->label) : cld_xstrdup("");
    char *size =
        object->bytes ? cld_xprintf(" of %s", cld_bytes_text(object->bytes, bytes)) : cld_xstrdup("");
    char *text =
        cld_xprintf("%s%s%s%s%s%s", cld_kind_name(object->kind, object->subkind), name, size,
                    born ? ", created at " : "", born ? born : "", dead ? "; last released at " : "");
    char *whole = cld_xprintf("%s%s", text, dead ? dead : "");
    detail(page, "object", whole);
    free(whole);
    free(text);
    free(size);
    free(name);
    free(born);
    free(dead);
}

/* How often, and what the program did with the code. */
static void show_occurrence(const struct page *page)
{
    char count[32], processes[32];
    const struct cld_found *found = page->found;
    bool leak = found->id == CLD_FINDING_OBJECT_LEAK;
    char *often = found->count > 1 && !leak
                      ? cld_xprintf("%s times%s%s%s", cld_count_text(found->count, count),
                                    found->processes > 1 ? ", in " : "",
                                    found->processes > 1 ? cld_count_text(found->processes, processes) : "",
                                    found->processes > 1 ? " processes" : "")
                      : cld_xstrdup("");
    char *then = cld_xstrdup("");
    if (found->code != 0 && !leak) {
        free(then);
        then = found->next_fn
                   ? cld_xprintf("the program went on: its next call was %s", cld_fn_name(found->next_fn - 1))
                   : cld_xstrdup("the thread made no further call, releases and queries aside");
    }
    char *text = cld_xprintf("%s%s%s", often, often[0] && then[0] ? "; " : "", then);
    if (text[0])
        detail(page, "", text);
    free(text);
    free(then);
    free(often);
}

static void show_evidence(const struct page *page)
{
    const struct cld_found *found = page->found;
    for (size_t i = 0; i < found->n_evidence; i++) {
        char *text = cld_xprintf("%s = %s", found->evidence[2 * i], found->evidence[2 * i + 1]);
        detail(page, "evidence", text);
        free(text);
    }
}

static int digits(int number)
{
    int count = 1;
    for (; number >= 10; number /= 10)
        count++;
    return count;
}

static void show_place(const struct page *page, const struct cld_place *place)
{
    if (place->count == 0) {
        cld_out_printf(page->out, CLD_BLUE, "%*s--> ", page->gutter, "");
        fputs("(its call stack is not known)\n", page->out->file);
        return;
    }
    char *where = frame_text(page->document, &place->frames[place->primary], true);
    cld_out_printf(page->out, CLD_BLUE, "%*s--> ", page->gutter, "");
    cld_out_wrap(page->out, CLD_PLAIN, page->gutter + 4, "", page->gutter + 4, where);
    free(where);
}

void cld_text_finding(const struct cld_document *document, const struct cld_out *out,
                      const struct cld_found *found, enum cld_verbosity verbosity)
{
    struct page page = {document, out, found, verbosity == CLD_VERBOSE, 2};
    struct cld_place place = place_of(document, found, found->stack, page.verbose);
    const struct cld_finding_info *info = cld_finding_info(found->id);
    if (place.count && place.frames[place.primary].file &&
        digits(place.frames[place.primary].line) > page.gutter)
        page.gutter = digits(place.frames[place.primary].line);
    char *head = cld_xprintf("%s[%s]", cld_severity_name(found->severity), info->id);
    cld_out_styled(out, style_of(found->severity), head);
    fputs(": ", out->file);
    cld_out_wrap(out, CLD_BOLD, (int)strlen(head) + 2, "", 4, found->message);
    free(head);
    show_place(&page, &place);
    bool brief = found->severity == CLD_SEVERITY_ADVICE && !page.verbose;
    if (place.count && !brief) {
        show_source(&page, &place.frames[place.primary]);
        gutter_alone(&page);
        show_stack(&page, &place);
    }
    if (!brief) {
        for (size_t i = 0; i < found->n_objects && found->id != CLD_FINDING_OBJECT_LEAK; i++)
            show_object(&page, &found->objects[i]);
        show_occurrence(&page);
        if (page.verbose)
            show_evidence(&page);
        detail(&page, "why", cld_finding_why(found->id));
    }
    if (found->fix[0])
        detail(&page, "fix", found->fix);
    fputc('\n', out->file);
}

void cld_text_finding_line(const struct cld_document *document, const struct cld_out *out,
                           const struct cld_found *found)
{
    struct cld_place place = place_of(document, found, found->stack, false);
    if (place.count) {
        char *where = position_text(document, &place.frames[place.primary], false);
        cld_out_printf(out, CLD_BOLD, "%s: ", where);
        free(where);
    }
    cld_out_printf(out, style_of(found->severity), "%s[%s]: ", cld_severity_name(found->severity),
                   cld_finding_info(found->id)->id);
    cld_out_styled(out, CLD_PLAIN, found->message);
    fputc('\n', out->file);
}
