/* text_page.h - what findings in text are made of: places, lines of source, details behind a gutter. */
#ifndef CLD_REPORT_TEXT_PAGE_H
#define CLD_REPORT_TEXT_PAGE_H

#include "report/excerpt.h"
#include "report/place.h"
#include "report/text.h"

#define CALLERS_SHOWN 3

struct cld_page {
    const struct cld_document *document;
    const struct cld_out *out;
    const struct cld_found *found;
    bool verbose;
    int gutter; /* columns of the line number */
};

enum cld_style cld_page_style(enum cld_severity severity);
struct cld_place cld_page_place(const struct cld_document *document, const struct cld_found *found,
                                uint32_t stack, bool whole);
/* "src/app.c:12", or "libfoo.so+0x1234". The caller frees it. */
char *cld_page_position(const struct cld_document *document, const struct cld_frame *frame, bool column);
/* "app.c:12 in main()". The caller frees it. */
char *cld_page_frame(const struct cld_document *document, const struct cld_frame *frame, bool column);

/* A piece of the finding's evidence; "" and 0: there is none. */
const char *cld_page_value(const struct cld_found *found, const char *key);
int cld_page_number(const struct cld_found *found, const char *key);

void cld_page_gutter_line(const struct cld_page *page, const char *mark);
void cld_page_gutter(const struct cld_page *page);
void cld_page_marks(const struct cld_page *page, const struct cld_excerpt *excerpt);
/* A line of source, with `length` characters from `column` on marked; column 0: none. */
void cld_page_row(const struct cld_page *page, int line, const char *row, int column, int length);
/* "   = label: text", wrapped. */
void cld_page_detail(const struct cld_page *page, const char *label, const char *text);
void cld_page_frames(const struct cld_page *page, const struct cld_place *place, size_t from, size_t to,
                     const char *label);

/* text_kernel.c: where in the kernel's source, and which work-item of which launch. */
void cld_page_kernel_source(const struct cld_page *page);
void cld_page_work_item(const struct cld_page *page);
/* Its sizes; and `with_place`, where it was enqueued. */
void cld_page_launch(const struct cld_page *page, const char *label, bool with_place);
/* text_hang.c: what a kernel-hang knows of its launch, and who waits for it. */
void cld_page_hang(const struct cld_page *page);
/* "k.cl:12:5". The caller frees it; NULL: not known. */
char *cld_page_kernel_place(const struct cld_document *document, const struct cld_found *found);

/*
 * text_build.c: what the compiler says of which line, and how the build can be had again. `host` is where the
 * program was built; NULL: that was shown, since no line of source is known.
 */
void cld_page_build(const struct cld_page *page, const struct cld_place *host);

#endif
