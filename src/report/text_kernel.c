/* text_kernel.c - what findings of kernels show: the kernel's source, and which work-item of which launch. */
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "model/names.h"
#include "report/text_page.h"

char *cld_page_kernel_place(const struct cld_document *document, const struct cld_found *found)
{
    const char *file = cld_page_value(found, "source.file");
    int line = cld_page_number(found, "source.line"), column = cld_page_number(found, "source.column");
    if (!cld_found_in_source(found) || !line)
        return NULL;
    char *path = *file ? cld_place_path(file, document->cwd) : cld_xstrdup("kernel source");
    char *text = column ? cld_xprintf("%s:%d:%d", path, line, column) : cld_xprintf("%s:%d", path, line);
    free(path);
    return text;
}

/* ---- the source -----------------------------------------------------------------------------------------
 */

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The access itself where the line shows it; else, in a macro, the word in that column. */
static int marked_length(const char *row, int column, const char *expression)
{
    if (column < 1 || (size_t)column > strlen(row))
        return 0;
    const char *at = row + column - 1;
    size_t length = strlen(expression);
    if (length && strncmp(at, expression, length) == 0)
        return (int)length;
    for (length = 0; in_word(at[length]);)
        length++;
    return length ? (int)length : 1;
}

static void show_where(const struct cld_page *page)
{
    const struct cld_found *found = page->found;
    const char *function = cld_page_value(found, "source.function"),
               *macro = cld_page_value(found, "source.macro");
    char *place = cld_page_kernel_place(page->document, found);
    char *in = *function ? cld_xprintf("%s() of kernel %s", function, found->kernel)
                         : cld_xprintf("kernel %s", found->kernel);
    char *text =
        cld_xprintf("%s in %s%s%s", place ? place : "kernel source", in, *macro ? ", macro " : "", macro);
    cld_out_printf(page->out, CLD_BLUE, "%*s--> ", page->gutter, "");
    cld_out_wrap(page->out, CLD_PLAIN, page->gutter + 4, "", page->gutter + 4, text);
    free(text);
    free(in);
    free(place);
}

void cld_page_kernel_source(const struct cld_page *page)
{
    const char *row = cld_page_value(page->found, "source.text");
    int line = cld_page_number(page->found, "source.line"),
        column = cld_page_number(page->found, "source.column");
    show_where(page);
    if (!*row)
        return;
    cld_page_row(page, line, row, column,
                 marked_length(row, column, cld_page_value(page->found, "source.expression")));
}

/* ---- the work-item and its launch -----------------------------------------------------------------------
 */

/* "1920,1079,0" as "(1920, 1079)": as many as the launch has dimensions. The caller frees it. */
static char *tuple(const char *list, int dims)
{
    char *out = cld_xstrdup("");
    for (int i = 0; i < dims && *list; i++) {
        size_t length = strcspn(list, ",");
        char *more = cld_xprintf("%s%s%.*s", out, i ? ", " : "", (int)length, list);
        free(out);
        out = more;
        list += length + (list[length] == ',');
    }
    char *whole = dims > 1 ? cld_xprintf("(%s)", out) : cld_xstrdup(out);
    free(out);
    return whole;
}

/* "; 72 work-items did this, 144 times in all, in 2 processes". The caller frees it. */
static char *how_many(const struct cld_found *found)
{
    char items[32], accesses[32], processes[32];
    bool is_of_groups = found->id == CLD_FINDING_BARRIER_DIVERGENCE; /* one work-item of each tells */
    char *who = found->count > 1
                    ? cld_xprintf(is_of_groups ? "; in %s work-groups" : "; %s work-items did this",
                                  cld_count_text(found->count, items))
                    : cld_xstrdup("");
    char *often = found->accesses > found->count ? cld_xprintf("%s %s times%s", found->count > 1 ? "," : ";",
                                                               cld_count_text(found->accesses, accesses),
                                                               found->count > 1 ? " in all" : "")
                                                 : cld_xstrdup("");
    char *text = found->processes > 1 ? cld_xprintf("%s%s, in %s processes", who, often,
                                                    cld_count_text(found->processes, processes))
                                      : cld_xprintf("%s%s", who, often);
    free(often);
    free(who);
    return text;
}

static int launch_dims(const struct cld_found *found)
{
    int dims = cld_page_number(found, "launch.dims");
    return dims < 1 || dims > 3 ? 3 : dims;
}

static void show_item(const struct cld_page *page, int dims)
{
    const struct cld_found *found = page->found;
    char *global = tuple(cld_page_value(found, "work_item.global"), dims);
    char *local = tuple(cld_page_value(found, "work_item.local"), dims);
    char *group = tuple(cld_page_value(found, "work_item.group"), dims);
    char *more = how_many(found);
    char *text = cld_xprintf("%s, which is %s of work-group %s%s", global, local, group, more);
    cld_page_detail(page, "work-item", text);
    free(text);
    free(more);
    free(group);
    free(local);
    free(global);
}

void cld_page_launch(const struct cld_page *page, const char *label, bool with_place)
{
    const struct cld_found *found = page->found;
    int dims = launch_dims(found);
    struct cld_place place = cld_page_place(page->document, found, found->stack, page->verbose);
    char *global = tuple(cld_page_value(found, "launch.global"), dims), *local = NULL;
    char *where = place.count && with_place
                      ? cld_page_frame(page->document, &place.frames[place.primary], false)
                      : NULL;
    if (*cld_page_value(found, "launch.local"))
        local = tuple(cld_page_value(found, "launch.local"), dims);
    char *sizes =
        *cld_page_value(found, "launch.global")
            ? cld_xprintf("%s work-items%s%s", global, local ? ", in groups of " : "", local ? local : "")
            : cld_xstrdup("sizes not known");
    char *text = cld_xprintf("%s%s%s", sizes, where ? ", at " : "", where ? where : "");
    cld_page_detail(page, label, text);
    free(text);
    free(sizes);
    free(where);
    free(local);
    free(global);
}

void cld_page_work_item(const struct cld_page *page)
{
    show_item(page, launch_dims(page->found));
    cld_page_launch(page, "launch", true);
}
