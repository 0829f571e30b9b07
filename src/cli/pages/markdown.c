#include "cli/pages/markdown.h"

#include <stdlib.h>
#include <string.h>

#define MARGIN 2

/* What was read and not yet written: the lines of one paragraph, list entry or cell, joined. */
struct page {
    const struct cld_out *out;
    FILE *file;
    char *text;
    size_t size;
    int first, rest; /* columns where its first line and the others begin */
    const char *mark;
    bool in_code, in_table, is_open;
    char row[256]; /* the cells before the last of the table's row before */
};

/* ---- words ------------------------------------------------------------------------------------------- */

/* A word may begin, end or be within `code`, which is set off by colour, or by its own marks where there is
 * none. */
static void write_word(const struct page *p, const char *word, size_t length, bool *code)
{
    char piece[512];
    size_t n = 0;
    for (size_t i = 0; i <= length; i++) {
        bool mark = i < length && word[i] == '`';
        if (i == length || n == sizeof piece - 1 || mark) {
            piece[n] = '\0';
            cld_out_styled(p->out, *code ? CLD_CYAN : CLD_PLAIN, piece);
            n = 0;
        }
        if (mark) {
            *code = !*code;
            if (!p->out->color)
                fputc('`', p->out->file);
        } else if (i < length) {
            piece[n++] = word[i];
        }
    }
}

static int columns_of(const struct page *p, const char *word, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += word[i] == '`' ? !p->out->color : ((unsigned char)word[i] & 0xc0) != 0x80;
    return columns;
}

static void write_wrapped(const struct page *p, const char *text)
{
    int column = fprintf(p->out->file, "%*s%s", p->first, "", p->mark);
    bool first = true, code = false;
    while (*(text += strspn(text, " "))) {
        size_t length = strcspn(text, " ");
        int columns = columns_of(p, text, length);
        if (!first && column + 1 + columns > p->out->width)
            column = fprintf(p->out->file, "\n%*s", p->rest, "") - 1;
        else if (!first)
            column += fprintf(p->out->file, " ");
        write_word(p, text, length, &code);
        column += columns;
        text += length;
        first = false;
    }
    fputc('\n', p->out->file);
}

/* ---- paragraphs -------------------------------------------------------------------------------------- */

static void end_paragraph(struct page *p)
{
    if (!p->is_open)
        return;
    fclose(p->file);
    write_wrapped(p, p->text);
    free(p->text);
    p->is_open = false;
}

static void begin_paragraph(struct page *p, int first, const char *mark, int rest)
{
    end_paragraph(p);
    p->file = open_memstream(&p->text, &p->size);
    if (!p->file)
        abort();
    p->first = first;
    p->mark = mark;
    p->rest = rest;
    p->is_open = true;
}

static void add_text(struct page *p, const char *line, size_t length)
{
    fwrite(line, 1, length, p->file);
    fputc(' ', p->file);
}

/* ---- tables: the last cell under the others ---------------------------------------------------------- */

static size_t trimmed(const char **text, size_t length)
{
    while (length && **text == ' ')
        (*text)++, length--;
    while (length && (*text)[length - 1] == ' ')
        length--;
    return length;
}

/* The header and the line under it are for those who read the file. */
static bool is_header(struct page *p, const char *line, size_t length)
{
    bool first = !p->in_table;
    p->in_table = true;
    if (first)
        p->row[0] = '\0';
    return first || strspn(line, "|-: ") >= length;
}

static void write_row(struct page *p, const char *line, size_t length)
{
    char title[256] = "";
    size_t room = sizeof title, used = 0;
    end_paragraph(p);
    if (is_header(p, line, length))
        return;
    const char *end = line + length;
    while (end > line && (end[-1] == ' ' || end[-1] == '|'))
        end--;
    for (const char *cell = line + 1; cell < end;) {
        const char *bar = memchr(cell, '|', (size_t)(end - cell)), *text = cell;
        size_t n = trimmed(&text, (size_t)((bar ? bar : end) - cell));
        if (!bar) {
            if (strcmp(title, p->row) != 0) {
                fprintf(p->out->file, "%*s", MARGIN, "");
                cld_out_wrap(p->out, CLD_BOLD, MARGIN, "", MARGIN, title);
            }
            memcpy(p->row, title, sizeof title);
            begin_paragraph(p, MARGIN + 2, "- ", MARGIN + 4);
            add_text(p, text, n);
            end_paragraph(p);
            return;
        }
        if (n)
            used += (size_t)snprintf(title + used, room - used, "%s%.*s%s", used ? " (" : "", (int)n, text,
                                     used ? ")" : "");
        used = used < room ? used : room - 1;
        cell = bar + 1;
    }
}

/* ---- lines ------------------------------------------------------------------------------------------- */

static void write_heading(struct page *p, const char *line, size_t length)
{
    size_t level = strspn(line, "#");
    end_paragraph(p);
    line += level;
    length = trimmed(&line, length - level);
    cld_out_printf(p->out, CLD_BOLD, "%.*s", (int)length, line);
    fputc('\n', p->out->file);
}

static bool is_list(const char *line)
{
    return line[0] == '-' && line[1] == ' ';
}

static void write_line(struct page *p, const char *line, size_t length)
{
    if (strncmp(line, "```", 3) == 0) {
        end_paragraph(p);
        p->in_code = !p->in_code;
    } else if (p->in_code) {
        fprintf(p->out->file, "%*s%.*s\n", length ? MARGIN + 4 : 0, "", (int)length, line);
    } else if (length == 0) {
        end_paragraph(p);
        p->in_table = false;
        fputc('\n', p->out->file);
    } else if (line[0] == '#') {
        write_heading(p, line, length);
    } else if (line[0] == '|') {
        write_row(p, line, length);
    } else {
        if (is_list(line))
            begin_paragraph(p, MARGIN, "- ", MARGIN + 2);
        else if (!p->is_open)
            begin_paragraph(p, MARGIN, "", MARGIN);
        size_t skipped = is_list(line) ? 2 : 0;
        add_text(p, line + skipped, length - skipped);
    }
}

void cld_markdown_write(const struct cld_out *out, const char *text)
{
    struct page p = {.out = out};
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (length || text[1]) /* not the empty line at the end of a file */
            write_line(&p, text, length);
        text += length + (text[length] == '\n');
    }
    end_paragraph(&p);
}
