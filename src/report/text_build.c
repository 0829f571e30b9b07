/* text_build.c - what findings of builds show: the line that the compiler means, what it says besides, and
 * what was kept. */
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "report/text_page.h"

/* ---- the source ------------------------------------------------------------------------------------------
 */

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (c & 0x80);
}

/* The word in that column, or what else stands there. A compiler that misses something points behind the
 * line. */
static int marked_length(const char *row, int column)
{
    int length = 0;
    if (column < 1 || (size_t)column > strlen(row))
        return 0;
    while (in_word(row[column - 1 + length]))
        length++;
    return length ? length : 1;
}

static void show_row(const struct cld_page *page, int line, const char *row, int column)
{
    char *room = NULL; /* a blank for a column behind the end */
    if (column > 0 && (size_t)column == strlen(row) + 1)
        row = room = cld_xprintf("%s ", row);
    cld_page_row(page, line, row, column, marked_length(row, column));
    free(room);
}

static void show_where(const struct cld_page *page)
{
    const char *macro = cld_page_value(page->found, "source.macro");
    char *place = cld_page_kernel_place(page->document, page->found);
    char *text = cld_xprintf("%s%s%s", place ? place : "kernel source", *macro ? " in macro " : "", macro);
    cld_out_printf(page->out, CLD_BLUE, "%*s--> ", page->gutter, "");
    cld_out_wrap(page->out, CLD_PLAIN, page->gutter + 4, "", page->gutter + 4, text);
    free(text);
    free(place);
}

static void show_source(const struct cld_page *page)
{
    const struct cld_found *found = page->found;
    const char *row = cld_page_value(found, "source.text");
    show_where(page);
    if (*row)
        show_row(page, cld_page_number(found, "source.line"), row,
                 cld_page_number(found, "source.column") - cld_page_number(found, "source.skipped"));
    cld_page_gutter(page);
}

/* ---- the rest --------------------------------------------------------------------------------------------
 */

/* A detail for each line of a value. */
static void show_list(const struct cld_page *page, const char *label, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, "\n");
        char *line = cld_xprintf("%.*s", (int)length, list);
        cld_page_detail(page, label, line);
        free(line);
        list += length + (list[length] == '\n');
    }
}

static void show_if(const struct cld_page *page, const char *label, const char *key)
{
    const char *text = cld_page_value(page->found, key);
    if (*text)
        cld_page_detail(page, label, text + strspn(text, " \t"));
}

static void show_class(const struct cld_page *page)
{
    const char *class = cld_page_value(page->found, "class");
    if (strcmp(class, "other") == 0) {
        show_if(page, "cause", "cause");
        return;
    }
    char *text = cld_xprintf("%s: %s", class, cld_page_value(page->found, "cause"));
    cld_page_detail(page, "class", text);
    free(text);
}

/* Whether a compiler that knows no device fails in the same way. */
static bool is_of_front_end(const char *class)
{
    static const char *const others[] = {"link", "options", "resource-limit", "compiler", "other"};
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
        if (strcmp(class, others[i]) == 0)
            return false;
    return true;
}

/* In one line, however long: it is to be copied. */
static void show_command(const struct cld_page *page, const char *folder)
{
    cld_page_gutter_line(page, "=");
    fputc(' ', page->out->file);
    cld_out_printf(page->out, CLD_BOLD, "repeat:");
    fprintf(page->out->file, " cd '%s' && clang -x cl -fsyntax-only -I headers @options.txt source.cl\n",
            folder);
}

static void show_kept(const struct cld_page *page)
{
    const char *kept = cld_page_value(page->found, "kept");
    if (!*kept)
        return;
    char *path = cld_xprintf("%s/%s", cld_reader_dir(cld_model_reader(page->document->model)), kept);
    char *folder = cld_place_path(path, page->document->cwd);
    char *text = cld_xprintf("%s has source.cl, options.txt, headers and the whole log.txt", folder);
    cld_page_detail(page, "kept", text);
    if (is_of_front_end(cld_page_value(page->found, "class")))
        show_command(page, folder);
    free(text);
    free(folder);
    free(path);
}

void cld_page_build(const struct cld_page *page, const struct cld_place *host)
{
    const struct cld_found *found = page->found;
    if (host)
        show_source(page);
    show_if(page, "write", "source.corrected");
    show_if(page, "put at the top", "source.missing");
    show_list(page, "note", cld_page_value(found, "notes"));
    show_list(page, "also", cld_page_value(found, "others"));
    show_class(page);
    if (host && host->count) {
        char *where = cld_page_frame(page->document, &host->frames[host->primary], false);
        cld_page_detail(page, "built at", where);
        free(where);
    }
    show_if(page, "device", "device");
    show_if(page, "options", "options");
    show_kept(page);
}
