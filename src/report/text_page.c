/* text_page.c - what findings in text are made of: places, lines of source, details behind a gutter. */
#include "report/text_page.h"

#include <stdlib.h>
#include <string.h>

#include "model/arena.h"

enum cld_style cld_page_style(enum cld_severity severity)
{
    return severity == CLD_SEVERITY_ERROR     ? CLD_RED
           : severity == CLD_SEVERITY_WARNING ? CLD_YELLOW
                                              : CLD_CYAN;
}

struct cld_place cld_page_place(const struct cld_document *document, const struct cld_found *found,
                                uint32_t stack, bool whole)
{
    return cld_place_of(cld_symbolise_stack(document->symboliser, found->process, stack), whole);
}

/* "src/app.c:12", or "libfoo.so+0x1234". The caller frees it. */
char *cld_page_position(const struct cld_document *document, const struct cld_frame *frame, bool column)
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
char *cld_page_frame(const struct cld_document *document, const struct cld_frame *frame, bool column)
{
    char *position = cld_page_position(document, frame, column);
    const char *inlined = frame->inlined ? " (inlined)" : "";
    char *text = frame->function ? cld_xprintf("%s in %s()%s", position, frame->function, inlined)
                                 : cld_xprintf("%s%s", position, inlined);
    free(position);
    return text;
}

const char *cld_page_value(const struct cld_found *found, const char *key)
{
    const char *text = cld_found_value(found, key);
    return text ? text : "";
}

int cld_page_number(const struct cld_found *found, const char *key)
{
    return atoi(cld_page_value(found, key));
}

/* ---- the source line -------------------------------------------------------------------------------- */

void cld_page_gutter_line(const struct cld_page *page, const char *mark)
{
    cld_out_printf(page->out, CLD_BLUE, "%*s %s", page->gutter, "", mark);
}

void cld_page_gutter(const struct cld_page *page)
{
    cld_page_gutter_line(page, "|");
    fputc('\n', page->out->file);
}

void cld_page_marks(const struct cld_page *page, const struct cld_excerpt *excerpt)
{
    if (excerpt->caret < 0 || excerpt->length == 0)
        return;
    char *marks = cld_xcalloc((size_t)excerpt->length + 1, 1);
    memset(marks, '^', (size_t)excerpt->length);
    cld_page_gutter_line(page, "|");
    fprintf(page->out->file, " %*s", excerpt->caret, "");
    cld_out_styled(page->out, cld_page_style(page->found->severity), marks);
    fputc('\n', page->out->file);
    free(marks);
}

void cld_page_row(const struct cld_page *page, int line, const char *row, int column, int length)
{
    struct cld_excerpt excerpt = cld_excerpt_mark(row, column, length, page->out->width - page->gutter - 3);
    cld_page_gutter(page);
    cld_out_printf(page->out, CLD_BLUE, "%*d |", page->gutter, line);
    cld_out_printf(page->out, CLD_PLAIN, " %s", excerpt.text);
    fputc('\n', page->out->file);
    cld_page_marks(page, &excerpt);
    free(excerpt.text);
}

/* ---- details ---------------------------------------------------------------------------------------- */

/* "   = label: text", wrapped. */
void cld_page_detail(const struct cld_page *page, const char *label, const char *text)
{
    cld_page_gutter_line(page, "=");
    fputc(' ', page->out->file);
    int column = page->gutter + 3;
    if (label[0]) {
        cld_out_printf(page->out, CLD_BOLD, "%s:", label);
        fputc(' ', page->out->file);
        column += cld_out_columns(label) + 2;
    }
    cld_out_wrap(page->out, CLD_PLAIN, column, "", page->gutter + 5, text);
}

void cld_page_frames(const struct cld_page *page, const struct cld_place *place, size_t from, size_t to,
                     const char *label)
{
    for (size_t i = from; i < to; i++) {
        char *text = cld_page_frame(page->document, &place->frames[i], false);
        cld_page_detail(page, label, text);
        free(text);
    }
}
