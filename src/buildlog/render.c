#include "buildlog/render.h"

#include "buildlog/classify.h"
#include "buildlog/repair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEFORE 40 /* columns shown left of the caret, and of a line at all, where lines are long */
#define WIDTH 100

static bool mid_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The row and its caret, below each other whatever the tabs: a blank is put for each. */
static void put_row(FILE *out, const char *row, unsigned column)
{
    size_t length = strlen(row), from = 0;
    bool marked = column > 0 && column <= length + 1;
    size_t caret = marked ? column - 1 : 0;
    if (caret > WIDTH - BEFORE)
        from = caret - BEFORE;
    while (from < length && mid_character(row[from]))
        from++;
    fprintf(out, "    %s", from ? "..." : "");
    size_t to = length - from > WIDTH ? from + WIDTH : length;
    while (to < length && mid_character(row[to]))
        to++;
    for (size_t i = from; i < to; i++)
        fputc(row[i] == '\t' ? ' ' : row[i], out);
    fprintf(out, "%s\n", to < length ? "..." : "");
    if (!marked)
        return;
    fprintf(out, "    %s", from ? "   " : "");
    for (size_t i = from; i < caret; i++)
        if (!mid_character(row[i]))
            fputc(' ', out);
    fputs("^\n", out);
}

static void put_place(FILE *out, const struct cld_place_text *place)
{
    if (place->line)
        fprintf(out, "%s:%u:", *place->file ? place->file : "kernel source", place->line);
    if (place->column)
        fprintf(out, "%u:", place->column);
    if (place->line)
        fputc(' ', out);
}

static void put_advice(FILE *out, const struct cld_diagnostic *d, const struct cld_place_text *place,
                       const char *extensions)
{
    const struct cld_text_info *info = cld_text_of(d->message);
    bool is_new;
    char *line = cld_repair_line(d, place, extensions, &is_new);
    if (line)
        fprintf(out, "    write%s: %s\n", is_new ? " at the top" : "", line + strspn(line, " \t"));
    free(line);
    fprintf(out, "    cause: %s\n    fix: %s\n", info->cause, info->fix);
}

char *cld_diagnostic_text(const struct cld_diagnostic *d, const struct cld_source_text *sources, size_t count,
                          const char *extensions)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct cld_place_text place;
    if (!out)
        return NULL;
    cld_place_find(d, sources, count, &place);
    put_place(out, &place);
    fprintf(out, "%s: %s (%s)\n", d->level == CLD_LEVEL_ERROR ? "error" : "warning", d->message,
            cld_build_class_name(cld_text_of(d->message)->class));
    if (place.row)
        put_row(out, place.row, place.column);
    put_advice(out, d, &place, extensions);
    free(place.row);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
