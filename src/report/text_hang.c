/* text_hang.c - what a kernel-hang shows behind the call: the launch, its loops, who waits. */
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "model/names.h"
#include "report/hang.h"
#include "report/text_page.h"

/* ", created at app.c:12 in main()", or "". The caller frees it. */
static char *at_stack(const struct cld_page *page, uint32_t stack, const char *before)
{
    struct cld_place place = cld_page_place(page->document, page->found, stack, false);
    char *frame =
        stack && place.count ? cld_page_frame(page->document, &place.frames[place.primary], false) : NULL;
    char *text = frame ? cld_xprintf("%s%s", before, frame) : cld_xstrdup("");
    free(frame);
    return text;
}

static void show_arguments(const struct cld_page *page)
{
    struct cld_hang_argument a;
    for (unsigned i = 1; cld_hang_argument(page->found, i, &a); i++) {
        char *where = at_stack(page, a.stack, ", created at ");
        char *text = cld_xprintf("%s%s", a.text, where);
        cld_page_detail(page, "argument", text);
        free(text);
        free(where);
    }
    if (*cld_page_value(page->found, "arguments"))
        cld_page_detail(page, "",
                        "the arguments are those that the kernel object has now: others may have been set "
                        "since");
}

static void show_loops(const struct cld_page *page)
{
    struct cld_hang_loop l;
    for (unsigned i = 1; cld_hang_loop(page->found, i, &l); i++) {
        char *path = *l.file ? cld_place_path(l.file, page->document->cwd) : cld_xstrdup("kernel source");
        char *text = cld_xprintf("%s:%d: `%s` %s", path, l.line, l.text, cld_hang_loop_does(l.kind));
        cld_page_detail(page, "loop", text);
        free(text);
        free(path);
    }
}

static void show_waits(const struct cld_page *page)
{
    struct cld_hang_wait w;
    for (unsigned i = 1; cld_hang_wait(page->found, i, &w); i++) {
        const char *call = cld_fn_name(w.fn);
        char *where = at_stack(page, w.stack, ", at ");
        char *text = cld_xprintf("thread %u, in %s%s", w.thread, call, where);
        cld_page_detail(page, "waits", text);
        free(text);
        free(where);
    }
    const char *behind = cld_page_value(page->found, "behind"),
               *calls = cld_page_value(page->found, "behind_calls");
    if (*behind) {
        char *text = cld_xprintf("%s command%s of its queue%s%s", behind, strcmp(behind, "1") == 0 ? "" : "s",
                                 *calls ? ": " : "", calls);
        cld_page_detail(page, "behind it", text);
        free(text);
    }
}

static void show_time(const struct cld_page *page)
{
    double seconds = (double)cld_hang_ran_ms(page->found) / 1000;
    char *text = cld_hang_finished(page->found)
                     ? cld_xprintf("it finished after %.1f s", seconds)
                     : cld_xprintf("it had run for %.1f s when it was last seen, and had not "
                                   "finished",
                                   seconds);
    cld_page_detail(page, "time", text);
    free(text);
}

void cld_page_hang(const struct cld_page *page)
{
    const char *earlier = cld_page_value(page->found, "earlier");
    cld_page_launch(page, "launch", false);
    show_arguments(page);
    show_loops(page);
    show_waits(page);
    show_time(page);
    if (*earlier) {
        char *text = cld_xprintf("other findings of this kernel, which may be the cause: %s", earlier);
        cld_page_detail(page, "", text);
        free(text);
    }
}
