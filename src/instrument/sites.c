#include "instrument/sites.h"

#include "instrument/scratch.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

unsigned cld_sites_add(struct cld_sites *s, unsigned unit, const struct cld_node *n, const char *function)
{
    s->list = cld_grow(s->list, &s->room, s->count, sizeof *s->list);
    s->list[s->count++] = (struct cld_site){.begin = n->begin,
                                            .end = n->end,
                                            .unit_index = unit,
                                            .use = n->use,
                                            .function = cld_copy(function, strlen(function))};
    return (unsigned)s->count;
}

unsigned cld_sites_first(const struct cld_sites *s, unsigned site, unsigned first)
{
    const struct cld_site *a = &s->list[site - 1];
    for (; first < site; first++) {
        const struct cld_site *b = &s->list[first - 1];
        if (a->begin == b->begin && a->end == b->end && a->unit_index == b->unit_index)
            break;
    }
    return first;
}

void cld_sites_forget(struct cld_sites *s, size_t count)
{
    while (s->count > count)
        free(s->list[--s->count].function);
}

void cld_sites_free(struct cld_sites *s)
{
    cld_sites_forget(s, 0);
    free(s->list);
    *s = (struct cld_sites){0};
}

/* ---- texts by lines
 * ---------------------------------------------------------------------------------------- */

struct rows {
    char *text; /* owned; comments are blanks */
    unsigned *starts;
    size_t count, room;
    const char *name; /* of the file */
};

static void blank_comments(char *text)
{
    for (char *p = text; *p;) {
        char *end = p + 1;
        if (*p == '"' || *p == '\'') {
            p = (char *)cld_past_literal(p);
            continue;
        }
        if (p[0] == '/' && p[1] == '/')
            end = p + strcspn(p, "\n");
        else if (p[0] == '/' && p[1] == '*')
            end = strstr(p + 2, "*/") ? strstr(p + 2, "*/") + 2 : p + strlen(p);
        else
            p++;
        for (; p < end; p++)
            if (*p != '\n')
                *p = ' ';
    }
}

static void read_rows(struct rows *r, const char *name, const char *text)
{
    r->name = name;
    r->text = cld_copy(text, strlen(text));
    blank_comments(r->text);
    for (const char *p = r->text; p;) {
        r->starts = cld_grow(r->starts, &r->room, r->count, sizeof *r->starts);
        r->starts[r->count++] = (unsigned)(p - r->text);
        p = strchr(p, '\n');
        p = p ? p + 1 : NULL;
    }
}

static void free_rows(struct rows *r)
{
    free(r->text);
    free(r->starts);
}

/* Which row an offset is in, from 0 on. */
static size_t row_of(const struct rows *r, unsigned offset)
{
    size_t low = 0, high = r->count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (r->starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static const char *row_text(const struct rows *r, size_t row, size_t *size)
{
    const char *text = r->text + r->starts[row];
    *size = strcspn(text, "\r\n");
    return text;
}

/* ---- columns: the preprocessor keeps lines, not columns
 * ---------------------------------------------------- */

/*
 * The words of a source line beside those of the line that the preprocessor made of it. Where they differ a
 * macro was expanded: up to where they agree again, the words are of that macro.
 */
struct pairing {
    struct cld_tokens source, expanded;
    size_t *of; /* for each expanded word: the source word that it is, or the macro that it comes from */
    bool *is_macro;
};

static bool same_word(const struct cld_tokens *a, size_t i, const struct cld_tokens *b, size_t j)
{
    if (i >= a->count || j >= b->count)
        return i >= a->count && j >= b->count;
    size_t n = a->list[i].end - a->list[i].begin;
    return n == b->list[j].end - b->list[j].begin &&
           memcmp(a->text + a->list[i].begin, b->text + b->list[j].begin, n) == 0;
}

/* Behind a macro and its arguments. */
static size_t past_macro(const struct cld_tokens *t, size_t i)
{
    if (!cld_token_is(t, i + 1, "("))
        return i + 1;
    size_t close = cld_token_match(t, i + 1);
    return close < t->count ? close + 1 : t->count;
}

/* Where the expanded words agree again with the source from word `i` on: two in a row, or one. */
static size_t agree_again(const struct pairing *p, size_t i, size_t j)
{
    size_t one = p->expanded.count;
    for (size_t k = j; k < p->expanded.count; k++) {
        if (!same_word(&p->source, i, &p->expanded, k))
            continue;
        if (same_word(&p->source, i + 1, &p->expanded, k + 1))
            return k;
        one = k < one ? k : one;
    }
    return one;
}

static void pair_words(struct pairing *p)
{
    size_t n = p->expanded.count;
    p->of = calloc(n + 1, sizeof *p->of);
    p->is_macro = calloc(n + 1, sizeof *p->is_macro);
    for (size_t i = 0, j = 0; j < n && p->of && p->is_macro;) {
        if (i < p->source.count && same_word(&p->source, i, &p->expanded, j)) {
            p->of[j++] = i++;
            continue;
        }
        size_t next = i < p->source.count ? past_macro(&p->source, i) : i;
        size_t end = next < p->source.count ? agree_again(p, next, j) : n;
        for (; j < end; j++) {
            p->of[j] = i;
            p->is_macro[j] = true;
        }
        i = next;
    }
}

/* The site's words among a macro's arguments, as they were written there; `count`: they are not. */
static size_t find_argument(const struct pairing *p, size_t macro, size_t first, unsigned end)
{
    size_t last = past_macro(&p->source, macro);
    for (size_t i = macro + 1; i < last; i++) {
        size_t k = 0;
        while (first + k < p->expanded.count && p->expanded.list[first + k].begin < end && i + k < last &&
               same_word(&p->source, i + k, &p->expanded, first + k))
            k++;
        if (k && (first + k == p->expanded.count || p->expanded.list[first + k].begin >= end))
            return i;
    }
    return p->source.count;
}

/* Column from 1 on, 0: not found. *macro is the word of the source that was expanded, if the site is part of
 * it. */
static unsigned find_column(const struct pairing *p, unsigned begin, unsigned end, size_t *macro)
{
    size_t e = cld_token_at(&p->expanded, begin);
    *macro = p->source.count;
    if (e >= p->expanded.count || !p->of || !p->is_macro || p->of[e] >= p->source.count)
        return 0;
    size_t word = p->of[e];
    if (p->is_macro[e]) {
        size_t argument = find_argument(p, word, e, end);
        if (argument == p->source.count)
            *macro = word;
        else
            word = argument;
    }
    return p->source.list[word].begin + 1;
}

/* ---- printing
 * ------------------------------------------------------------------------------------------------- */

struct printing {
    const struct cld_unit *unit;
    struct rows expanded;
    struct rows *files;
    size_t n_files, files_room;
};

static const struct rows *file_rows(struct printing *p, const char *file)
{
    for (size_t i = 0; i < p->n_files; i++)
        if (strcmp(p->files[i].name, file) == 0)
            return &p->files[i];
    const char *text = *file ? NULL : p->unit->source;
    char *owned = NULL;
    for (size_t i = 0; i < p->unit->n_headers && !text; i++)
        if (strcmp(p->unit->headers[i].name, file) == 0)
            text = p->unit->headers[i].text;
    if (!text)
        text = owned = cld_read_file(file);
    p->files = cld_grow(p->files, &p->files_room, p->n_files, sizeof *p->files);
    struct rows *r = &p->files[p->n_files++];
    *r = (struct rows){0};
    read_rows(r, file, text ? text : "");
    free(owned);
    return r;
}

static void print_text(const char *text, size_t size, struct cld_text *out)
{
    for (size_t i = 0; i < size; i++) /* on one line */
        if (!isspace((unsigned char)text[i]) || (i && !isspace((unsigned char)text[i - 1])))
            cld_text_bytes(out, isspace((unsigned char)text[i]) ? " " : text + i, 1);
}

/* A tab as a blank: columns count characters. */
static void print_row(const char *text, size_t size, struct cld_text *out)
{
    for (size_t i = 0; i < size; i++)
        cld_text_bytes(out, text[i] == '\t' ? " " : text + i, 1);
}

static void print_site(struct printing *p, const struct cld_site *s, size_t number, struct cld_text *out)
{
    static const char *const uses[] = {"r", "w", "rw", "-", "-"};
    const struct cld_unit *u = p->unit;
    size_t row = row_of(&p->expanded, s->begin), size = 0, source_size = 0, macro;
    struct cld_line at = row < u->n_lines ? u->lines[row] : (struct cld_line){"", 0};
    const struct rows *file = file_rows(p, at.file);
    const char *text = row_text(&p->expanded, row, &size);
    const char *source = at.line && at.line <= file->count ? row_text(file, at.line - 1, &source_size) : "";
    struct pairing pair = {0};
    cld_tokens_read(&pair.source, source, source_size);
    cld_tokens_read(&pair.expanded, text, size);
    pair_words(&pair);
    unsigned start = p->expanded.starts[row];
    unsigned column = find_column(&pair, s->begin - start, s->end - start, &macro);
    cld_text_format(out, "%zu\t%s\t%u\t%u\t%s\t%s\t", number, at.file, at.line, column,
                    s->kind ? s->kind : uses[s->use], s->function);
    if (macro < pair.source.count)
        cld_text_bytes(out, source + pair.source.list[macro].begin,
                       pair.source.list[macro].end - pair.source.list[macro].begin);
    cld_text_add(out, "\t");
    print_text(u->text + s->begin, s->end - s->begin, out);
    cld_text_add(out, "\t");
    print_row(source, source_size, out);
    cld_text_add(out, "\n");
    free(pair.of);
    free(pair.is_macro);
    cld_tokens_free(&pair.source);
    cld_tokens_free(&pair.expanded);
}

static void print_unit(const struct cld_sites *s, const struct cld_unit *units, unsigned unit,
                       struct cld_text *out)
{
    struct printing p = {.unit = &units[unit]};
    read_rows(&p.expanded, "", p.unit->text);
    for (size_t i = 0; i < s->count; i++)
        if (s->list[i].unit_index == unit)
            print_site(&p, &s->list[i], i + 1, out);
    for (size_t i = 0; i < p.n_files; i++)
        free_rows(&p.files[i]);
    free(p.files);
    free_rows(&p.expanded);
}

void cld_sites_print(const struct cld_sites *s, const struct cld_unit *units, size_t n_units,
                     struct cld_text *out)
{
    for (unsigned i = 0; i < n_units; i++)
        print_unit(s, units, i, out);
}
