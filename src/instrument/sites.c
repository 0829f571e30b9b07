#include "instrument/sites.h"

#include "instrument/scratch.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

unsigned cld_sites_add(struct cld_sites *s, unsigned unit, const struct cld_node *n, const char *function)
{
    s->list = cld_grow(s->list, &s->room, s->count, sizeof *s->list);
    s->list[s->count++] =
        (struct cld_site){n->begin, n->end, unit, n->use, cld_copy(function, strlen(function))};
    return (unsigned)s->count;
}

void cld_sites_free(struct cld_sites *s)
{
    for (size_t i = 0; i < s->count; i++)
        free(s->list[i].function);
    free(s->list);
    *s = (struct cld_sites){0};
}

/* ---- the line of the user's source ------------------------------------------------------------------------ */

static const char *text_of_file(const struct cld_unit *u, const char *file, char **owned)
{
    *owned = NULL;
    if (!*file)
        return u->source;
    for (size_t i = 0; i < u->n_headers; i++)
        if (strcmp(u->headers[i].name, file) == 0)
            return u->headers[i].text;
    return *owned = cld_read_file(file);
}

/* The caller frees it; NULL: there is no such line. */
static char *source_line(const struct cld_unit *u, const struct cld_line *at)
{
    char *owned, *line = NULL;
    const char *text = text_of_file(u, at->file, &owned);
    for (unsigned n = 1; text && n < at->line; n++) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    if (text)
        line = cld_copy(text, strcspn(text, "\r\n"));
    free(owned);
    return line;
}

/* ---- columns: the preprocessor keeps lines, not columns ---------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether `line` from `at` on reads as `text`, whatever the white space. */
static bool reads_as(const char *at, const char *text, size_t size)
{
    const char *end = text + size;
    while (text < end) {
        if (isspace((unsigned char)*text))
            text++;
        else if (isspace((unsigned char)*at))
            at++;
        else if (*at++ != *text++)
            return false;
    }
    return true;
}

static unsigned find_text(const char *line, const char *text, size_t size, unsigned nth)
{
    for (const char *p = line; *p; p++)
        if (*p == *text && (p == line || !is_word(p[-1]) || !is_word(*p)) && reads_as(p, text, size) && nth-- == 0)
            return (unsigned)(p - line) + 1;
    return 0;
}

static bool has_word(const char *text, size_t size, const char *word, size_t n)
{
    for (size_t i = 0; i + n <= size; i++)
        if (memcmp(text + i, word, n) == 0 && (i == 0 || !is_word(text[i - 1])) &&
            (i + n == size || !is_word(text[i + n])))
            return true;
    return false;
}

/* A word of the source line that the preprocessed line no longer has: a macro that was expanded. */
static unsigned find_macro(const char *line, const char *expanded, size_t size, char **macro)
{
    for (const char *p = line; *p;) {
        size_t n = 0;
        while (is_word(p[n]))
            n++;
        if (n && !isdigit((unsigned char)*p) && !has_word(expanded, size, p, n)) {
            *macro = cld_copy(p, n);
            return (unsigned)(p - line) + 1;
        }
        p += n ? n : 1;
    }
    return 0;
}

/* How often the same text stands before it on its line. */
static unsigned occurrence(const char *row, const char *text, size_t size)
{
    unsigned nth = 0;
    for (const char *p = row; p < text; p++)
        nth += *p == *text && (p == row || !is_word(p[-1]) || !is_word(*p)) && reads_as(p, text, size);
    return nth;
}

static void print_site(const struct cld_site *s, size_t number, const struct cld_unit *u, struct cld_text *out)
{
    static const char *const uses[] = {"r", "w", "rw", "-", "-"};
    const char *row = u->text + s->begin, *row_end = row;
    unsigned index = 0;
    while (row > u->text && row[-1] != '\n')
        row--;
    row_end += strcspn(row_end, "\n");
    for (const char *p = u->text; p < row; p++)
        index += *p == '\n';
    struct cld_line at = index < u->n_lines ? u->lines[index] : (struct cld_line){"", 0};
    char *line = source_line(u, &at), *macro = NULL;
    const char *text = u->text + s->begin;
    size_t size = s->end - s->begin;
    unsigned column = line ? find_text(line, text, size, occurrence(row, text, size)) : 0;
    if (line && !column)
        column = find_macro(line, row, (size_t)(row_end - row), &macro);
    cld_text_format(out, "%zu\t%s\t%u\t%u\t%s\t%s\t%s\t", number, at.file, at.line, column, uses[s->use],
                    s->function, macro ? macro : "");
    for (size_t i = 0; i < size; i++) /* on one line */
        if (!isspace((unsigned char)text[i]) || (i && !isspace((unsigned char)text[i - 1])))
            cld_text_bytes(out, isspace((unsigned char)text[i]) ? " " : text + i, 1);
    cld_text_add(out, "\n");
    free(line);
    free(macro);
}

void cld_sites_print(const struct cld_sites *s, const struct cld_unit *units, struct cld_text *out)
{
    for (size_t i = 0; i < s->count; i++)
        print_site(&s->list[i], i + 1, &units[s->list[i].unit], out);
}
