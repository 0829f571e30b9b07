/* text_finding.c - one finding as text, in the manner of a compiler's diagnostic. */
#include <stdlib.h>
#include <string.h>

#include "layer/calls.h"
#include "model/arena.h"
#include "model/names.h"
#include "report/excerpt.h"
#include "report/launches.h"
#include "report/place.h"
#include "report/source.h"
#include "report/text_page.h"

static void show_source(const struct cld_page *page, const struct cld_frame *frame)
{
    char *line = frame->file ? cld_source_line(frame->file, frame->line) : NULL;
    if (!line)
        return;
    const char *call = page->found->fn != CLD_NO_FN ? cld_fn_name(page->found->fn) : NULL;
    struct cld_excerpt excerpt =
        cld_excerpt_make(line, call, frame->column, page->out->width - page->gutter - 3);
    cld_page_gutter(page);
    cld_out_printf(page->out, CLD_BLUE, "%*d |", page->gutter, frame->line);
    cld_out_printf(page->out, CLD_PLAIN, " %s", excerpt.text);
    fputc('\n', page->out->file);
    cld_page_marks(page, &excerpt);
    free(excerpt.text);
    free(line);
    if (cld_source_newer(frame->file, frame->module_path)) {
        cld_page_gutter_line(page, "|");
        fputs(" (this file is newer than the program: its lines may be others)\n", page->out->file);
    }
}

static void show_stack(const struct cld_page *page, const struct cld_place *place)
{
    size_t callers = place->count - place->primary - 1, shown = callers;
    if (!page->verbose && callers > CALLERS_SHOWN + 1)
        shown = CALLERS_SHOWN;
    cld_page_frames(page, place, 0, place->primary, "by way of");
    cld_page_frames(page, place, place->primary + 1, place->primary + 1 + shown, "called from");
    if (shown < callers) {
        char *text = cld_xprintf("... and %zu more (-v shows them)", callers - shown);
        cld_page_detail(page, "", text);
        free(text);
    }
}

static void show_object(const struct cld_page *page, const struct cld_found_object *object)
{
    char bytes[32], *born = NULL, *dead = NULL;
    struct cld_place place = cld_page_place(page->document, page->found, object->born_stack, false);
    if (place.count)
        born = cld_page_frame(page->document, &place.frames[place.primary], false);
    place = cld_page_place(page->document, page->found, object->dead_stack, false);
    if (place.count)
        dead = cld_page_frame(page->document, &place.frames[place.primary], false);
    char *name = object->label ? cld_xprintf(" \"%s\"", object->label) : cld_xstrdup("");
    char *size =
        object->bytes ? cld_xprintf(" of %s", cld_bytes_text(object->bytes, bytes)) : cld_xstrdup("");
    char *text =
        cld_xprintf("%s%s%s%s%s%s", cld_kind_name(object->kind, object->subkind), name, size,
                    born ? ", created at " : "", born ? born : "", dead ? "; last released at " : "");
    char *whole = cld_xprintf("%s%s", text, dead ? dead : "");
    cld_page_detail(page, "object", whole);
    free(whole);
    free(text);
    free(size);
    free(name);
    free(born);
    free(dead);
}

/* Where more than one launch can have done it: the others than that of the place shown above. */
static void show_launches(const struct cld_page *page)
{
    struct cld_named_launch l;
    char count[32];
    for (unsigned i = 1; cld_named_launch(page->found, i, &l); i++) {
        struct cld_place place = cld_page_place(page->document, page->found, l.stack, false);
        char *where =
            place.count ? cld_page_frame(page->document, &place.frames[place.primary], false) : NULL;
        char *often =
            l.launches > 1 ? cld_xprintf(", %s times", cld_count_text(l.launches, count)) : cld_xstrdup("");
        char *text =
            cld_xprintf("kernel `%s`%s%s%s", l.kernel, often, where ? ", at " : "", where ? where : "");
        cld_page_detail(page, "launch", text);
        free(text);
        free(often);
        free(where);
    }
}

/* How often, and what the program did with the code. */
static void show_occurrence(const struct cld_page *page)
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
        cld_page_detail(page, "", text);
    free(text);
    free(then);
    free(often);
}

static void show_evidence(const struct cld_page *page)
{
    const struct cld_found *found = page->found;
    for (size_t i = 0; i < found->n_evidence; i++) {
        char *text = cld_xprintf("%s = %s", found->evidence[2 * i], found->evidence[2 * i + 1]);
        cld_page_detail(page, "evidence", text);
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

static void show_place(const struct cld_page *page, const struct cld_place *place)
{
    if (place->count == 0) {
        cld_out_printf(page->out, CLD_BLUE, "%*s--> ", page->gutter, "");
        fputs("(its call stack is not known)\n", page->out->file);
        return;
    }
    char *where = cld_page_frame(page->document, &place->frames[place->primary], true);
    cld_out_printf(page->out, CLD_BLUE, "%*s--> ", page->gutter, "");
    cld_out_wrap(page->out, CLD_PLAIN, page->gutter + 4, "", page->gutter + 4, where);
    free(where);
}

static void show_host(const struct cld_page *page, const struct cld_place *place, bool brief)
{
    show_place(page, place);
    if (!place->count || brief)
        return;
    show_source(page, &place->frames[place->primary]);
    cld_page_gutter(page);
    show_stack(page, place);
}

static void show_kernel(const struct cld_page *page, const struct cld_place *place)
{
    cld_page_kernel_source(page);
    cld_page_gutter(page);
    cld_page_work_item(page);
    if (place->count)
        show_stack(page, place);
}

/* Where it happened: on the host, in a kernel, or in a source that was built. */
static void show_site(const struct cld_page *page, const struct cld_place *place, bool brief)
{
    bool build = cld_found_in_source(page->found) && !page->found->accesses;
    bool line_is_known = build && cld_found_value(page->found, "source.line");
    if (page->found->accesses)
        show_kernel(page, place);
    else if (!line_is_known)
        show_host(page, place, brief);
    if (build)
        cld_page_build(page, line_is_known ? place : NULL);
}

static int line_of(const struct cld_found *found, const struct cld_place *place)
{
    const char *line = cld_found_value(found, "source.line");
    if (cld_found_in_source(found))
        return line ? atoi(line) : 0;
    return place->count && place->frames[place->primary].file ? place->frames[place->primary].line : 0;
}

void cld_text_finding(const struct cld_document *document, const struct cld_out *out,
                      const struct cld_found *found, enum cld_verbosity verbosity)
{
    struct cld_page page = {document, out, found, verbosity == CLD_VERBOSE, 2};
    struct cld_place place = cld_page_place(document, found, found->stack, page.verbose);
    const struct cld_finding_info *info = cld_finding_info(found->id);
    if (digits(line_of(found, &place)) > page.gutter)
        page.gutter = digits(line_of(found, &place));
    char *head = cld_xprintf("%s[%s]", cld_severity_name(found->severity), info->id);
    cld_out_styled(out, cld_page_style(found->severity), head);
    fputs(": ", out->file);
    cld_out_wrap(out, CLD_BOLD, (int)strlen(head) + 2, "", 4, found->message);
    free(head);
    bool brief = found->severity == CLD_SEVERITY_ADVICE && !page.verbose;
    show_site(&page, &place, brief);
    if (!brief) {
        if (found->id == CLD_FINDING_KERNEL_HANG)
            cld_page_hang(&page);
        for (size_t i = 0; i < found->n_objects && found->id != CLD_FINDING_OBJECT_LEAK &&
                           (found->id != CLD_FINDING_KERNEL_HANG || page.verbose);
             i++)
            show_object(&page, &found->objects[i]);
        show_launches(&page);
        if (!found->accesses)
            show_occurrence(&page);
        if (page.verbose)
            show_evidence(&page);
        cld_page_detail(&page, "why", cld_finding_why(found->id));
    }
    if (found->fix[0])
        cld_page_detail(&page, "fix", found->fix);
    fputc('\n', out->file);
}

void cld_text_finding_line(const struct cld_document *document, const struct cld_out *out,
                           const struct cld_found *found)
{
    struct cld_place place = cld_page_place(document, found, found->stack, false);
    char *where = cld_page_kernel_place(document, found);
    if (!where && place.count)
        where = cld_page_position(document, &place.frames[place.primary], false);
    if (where) {
        cld_out_printf(out, CLD_BOLD, "%s: ", where);
        free(where);
    }
    cld_out_printf(out, cld_page_style(found->severity), "%s[%s]: ", cld_severity_name(found->severity),
                   cld_finding_info(found->id)->id);
    cld_out_styled(out, CLD_PLAIN, found->message);
    fputc('\n', out->file);
}
