#include "cli/devices/line.h"

#include "cli/devices/fields.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void cld_line_begin(struct cld_line *line)
{
    line->text = NULL;
    line->size = 0;
    line->file = open_memstream(&line->text, &line->size);
    if (!line->file)
        abort();
}

void cld_line_end(struct cld_line *line, const struct cld_out *out, const char *label)
{
    fclose(line->file);
    if (line->size) {
        fputs("  ", out->file);
        cld_out_printf(out, CLD_CYAN, "%-*s", CLD_LINE_COLUMN - 2, label);
        cld_out_wrap(out, CLD_PLAIN, CLD_LINE_COLUMN, "", CLD_LINE_COLUMN, line->text);
    }
    free(line->text);
}

void cld_line_add(struct cld_line *line, const char *format, ...)
{
    va_list args;
    fputs(ftell(line->file) > 0 ? ", " : "", line->file);
    va_start(args, format);
    vfprintf(line->file, format, args);
    va_end(args);
}

void cld_line_text(struct cld_line *line, const char *format, const char *text)
{
    if (!*text)
        return;
    fputs(ftell(line->file) > 0 ? ", " : "", line->file);
    fprintf(line->file, format, text);
}

/* Words of ours have '_' for spaces; names that begin with it are OpenCL's own. */
static void put_word(FILE *file, const char *word)
{
    bool foreign = word[0] == '_';
    for (; *word; word++)
        fputc(*word == '_' && !foreign ? ' ' : *word, file);
}

void cld_line_list(struct cld_line *line, const json_t *list, const char *before, const char *between)
{
    size_t n = json_array_size(list);
    if (n)
        cld_line_add(line, "%s", before);
    for (size_t i = 0; i < n; i++) {
        const json_t *entry = json_array_get(list, i);
        fputs(i ? between : "", line->file);
        if (json_is_string(entry))
            put_word(line->file, json_string_value(entry));
        else
            fprintf(line->file, "%lld", (long long)json_integer_value(entry));
    }
}

const char *cld_bytes(char room[32], long long number)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)(unsigned long long)number;
    unsigned unit = 0;
    for (; unit < 4 && value >= 1024; unit++)
        value /= 1024;
    bool round = unit == 0 || value >= 100 || value == (double)(long long)value;
    snprintf(room, 32, "%.*f %s", round ? 0 : 1, value, units[unit]);
    return room;
}

void cld_line_size(struct cld_line *line, const json_t *device, const char *group, const char *field,
                   const char *format)
{
    char room[32];
    if (cld_field(device, group, field))
        cld_line_text(line, format, cld_bytes(room, cld_field_number(device, group, field)));
}

void cld_line_number(struct cld_line *line, const json_t *device, const char *group, const char *field,
                     const char *what)
{
    if (cld_field(device, group, field))
        cld_line_add(line, "%s %lld", what, cld_field_number(device, group, field));
}
