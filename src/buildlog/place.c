#include "buildlog/place.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LARGEST_FILE (16 << 20) /* of headers that are read from disk */

/* ---- lines, and what #line calls them --------------------------------------------------------------------
 */

struct walk {
    const char *at, *end; /* the rest of the text */
    const char *row;      /* the line */
    size_t length;        /* of it */
    unsigned line;        /* its number, as the compiler counts */
    char file[256];       /* its file, as #line says; "": no #line has said */
};

static void walk_begin(struct walk *w, const struct cld_source_text *source)
{
    *w = (struct walk){.at = source->text, .end = source->text ? source->text + source->size : NULL};
}

/* `#line 12 "file"`, `# 12 "file"`: how the next line is called. */
static void read_directive(struct walk *w)
{
    const char *at = w->row, *end = w->row + w->length;
    char text[512];
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || *at != '#')
        return;
    snprintf(text, sizeof text, "%.*s", (int)(end - at - 1), at + 1);
    char *number = text + strspn(text, " \t");
    if (strncmp(number, "line", 4) == 0)
        number += 4 + strspn(number + 4, " \t");
    char *after = number;
    unsigned long line = isdigit((unsigned char)*number) ? strtoul(number, &after, 10) : 0;
    if (after == number)
        return;
    w->line = (unsigned)line - 1;
    char *open = strchr(after, '"'), *close = open ? strchr(open + 1, '"') : NULL;
    if (close)
        snprintf(w->file, sizeof w->file, "%.*s", (int)(close - open - 1), open + 1);
}

static bool walk_next(struct walk *w)
{
    if (w->row)
        read_directive(w);
    if (!w->at || w->at >= w->end)
        return false;
    w->row = w->at;
    while (w->at < w->end && *w->at != '\n' && *w->at != '\r')
        w->at++;
    w->length = (size_t)(w->at - w->row);
    if (w->at < w->end) {
        char other = *w->at == '\n' ? '\r' : '\n';
        w->at++;
        w->at += w->at[-1] == '\r' && w->at < w->end && *w->at == other;
    }
    w->line++;
    return true;
}

/* ---- names ------------------------------------------------------------------------------------------------
 */

/* One path is the end of the other: "/tmp/x/inc/rows.clh" and "inc/rows.clh". */
static bool same_file(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    const char *longer = na > nb ? a : b, *shorter = na > nb ? b : a;
    size_t n = na > nb ? nb : na, rest = (na > nb ? na : nb) - n;
    if (strncmp(shorter, "./", 2) == 0)
        return same_file(shorter + 2, longer);
    return n > 0 && strcmp(longer + rest, shorter) == 0 &&
           (rest == 0 || longer[rest - 1] == '/' || longer[rest - 1] == '\\');
}

static bool is_regular(const char *file)
{
    struct stat st;
    return stat(file, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= LARGEST_FILE;
}

/* Of the names that compilers have for a source that has none. */
static bool is_nameless(const char *file)
{
    const char *slash = strrchr(file, '/'), *backslash = strrchr(file, '\\');
    const char *base = slash ? slash + 1 : backslash ? backslash + 1 : file;
    return !*file || *file == '<' || file[strspn(file, "0123456789")] == '\0' ||
           strcmp(base, "CompileSource") == 0 || strncmp(base, "tempfile", 8) == 0 ||
           strncmp(base, "OCL", 3) == 0 || strcmp(base, "input.cl") == 0;
}

/* ---- finding
 * ----------------------------------------------------------------------------------------------- */

static void take_row(struct cld_place_text *out, const struct walk *w)
{
    out->row = malloc(w->length + 1);
    for (size_t i = 0; out->row && i < w->length; i++)
        out->row[i] = w->row[i] ? w->row[i] : ' ';
    if (out->row)
        out->row[w->length] = '\0';
}

/* Line `line` of what #line calls `file` in this source (NULL: of what it gives no name to). */
static bool find_row(const struct cld_source_text *source, const char *file, unsigned line,
                     struct cld_place_text *out)
{
    struct walk w;
    walk_begin(&w, source);
    while (walk_next(&w)) {
        bool here = file ? w.file[0] && same_file(w.file, file) : !w.file[0];
        if (!here || w.line != line)
            continue;
        take_row(out, &w);
        if (file)
            snprintf(out->file, sizeof out->file, "%s", w.file);
        return true;
    }
    return false;
}

/* The only line of that number among those to which #line gives a name. */
static bool find_named_row(const struct cld_source_text *source, unsigned line, struct cld_place_text *out)
{
    struct walk w, only;
    size_t n = 0;
    for (walk_begin(&w, source); walk_next(&w);)
        if (w.file[0] && w.line == line && n++ == 0)
            only = w;
    if (n != 1)
        return false;
    take_row(out, &only);
    snprintf(out->file, sizeof out->file, "%s", only.file);
    return true;
}

/* Row `row`, counted as if there were no #line, if one names it: then its file and line are what #line says.
 */
static bool find_counted_row(const struct cld_source_text *source, unsigned row, struct cld_place_text *out)
{
    struct walk w;
    unsigned n = 0;
    for (walk_begin(&w, source); walk_next(&w) && ++n < row;)
        ;
    if (!row || n != row || !w.file[0])
        return false;
    take_row(out, &w);
    out->line = w.line;
    snprintf(out->file, sizeof out->file, "%s", w.file);
    return true;
}

/* Compilers may heed the numbers of #line and not its names, or neither. */
static bool find_behind_line(const struct cld_source_text *source, unsigned line, struct cld_place_text *out)
{
    return find_named_row(source, line, out) || find_counted_row(source, line, out);
}

static bool find_on_disk(const char *file, unsigned line, struct cld_place_text *out)
{
    FILE *in = is_regular(file) ? fopen(file, "re") : NULL;
    struct cld_source_text source = {file, NULL, 0};
    char *text = in ? malloc(LARGEST_FILE) : NULL;
    if (text)
        source.size = fread(text, 1, LARGEST_FILE, in);
    source.text = text;
    bool found = text && find_row(&source, NULL, line, out);
    if (found)
        snprintf(out->file, sizeof out->file, "%s", file);
    free(text);
    if (in)
        fclose(in);
    return found;
}

static bool find_line(const struct cld_diagnostic *d, const struct cld_source_text *sources, size_t count,
                      struct cld_place_text *out)
{
    for (size_t i = 0; *d->file && i < count; i++)
        if (sources[i].name && same_file(sources[i].name, d->file) &&
            find_row(&sources[i], NULL, d->line, out)) {
            snprintf(out->file, sizeof out->file, "%s", sources[i].name);
            return true;
        }
    for (size_t i = 0; *d->file && i < count; i++)
        if (find_row(&sources[i], d->file, d->line, out))
            return true;
    if (!is_nameless(d->file) && is_regular(d->file)) {
        if (!find_on_disk(d->file, d->line, out))
            snprintf(out->file, sizeof out->file, "%s", d->file);
        return true;
    }
    /* Of several sources (a link's) nobody says which. */
    size_t own = 0, n_own = 0;
    for (size_t i = 0; i < count; i++)
        if (!sources[i].name && n_own++ == 0)
            own = i;
    if (n_own == 1 && find_row(&sources[own], NULL, d->line, out))
        return true;
    if (n_own == 1 && is_nameless(d->file) && find_behind_line(&sources[own], d->line, out))
        return true;
    if (!is_nameless(d->file))
        snprintf(out->file, sizeof out->file, "%s", d->file);
    return false;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Where `row` defines a kernel of that name; its column from 1, or 0. */
static unsigned defines(const char *row, const char *kernel)
{
    size_t n = strlen(kernel);
    for (const char *at = row; (at = strstr(at, kernel)); at++)
        if ((at == row || !in_word(at[-1])) && !in_word(at[n]) && at[n + strspn(at + n, " \t")] == '(' &&
            at > row && !strchr(row, ';'))
            return (unsigned)(at - row) + 1;
    return 0;
}

static bool find_function(const char *name, const struct cld_source_text *sources, size_t count,
                          struct cld_place_text *out)
{
    struct walk w;
    for (size_t i = 0; i < count; i++)
        for (walk_begin(&w, &sources[i]); walk_next(&w);) {
            take_row(out, &w);
            out->column = out->row ? defines(out->row, name) : 0;
            if (out->column) {
                out->line = w.line;
                snprintf(out->file, sizeof out->file, "%s",
                         w.file[0]         ? w.file
                         : sources[i].name ? sources[i].name
                                           : "");
                return true;
            }
            free(out->row);
            out->row = NULL;
        }
    return false;
}

/* The host's own headers are not what is to be mended: the line that includes them is. */
static bool is_host_header(const char *file)
{
    return strncmp(file, "/usr/include/", 13) == 0 || strncmp(file, "/usr/lib/", 9) == 0;
}

bool cld_place_find(const struct cld_diagnostic *d, const struct cld_source_text *sources, size_t count,
                    struct cld_place_text *out)
{
    char function[128];
    struct cld_diagnostic at = *d;
    memset(out, 0, sizeof *out);
    if (d->from_line && is_host_header(d->file)) {
        at.file = d->from;
        at.line = d->from_line;
        at.column = 0;
    }
    if (at.line) {
        out->line = at.line;
        out->column = at.column;
        find_line(&at, sources, count, out);
        return true;
    }
    return cld_diagnostic_function(d, function, sizeof function) &&
           find_function(function, sources, count, out);
}
