#include "layer/site_text.h"

#include <stdlib.h>
#include <string.h>

size_t cld_site_count(const void *sites, size_t size)
{
    size_t n = 0;
    const char *at = sites, *end = at ? at + size : NULL;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        n += newline != at;
        at = newline ? newline + 1 : end;
    }
    return n;
}

/* The next field, up to a tab or the end of the line; moves *at behind it. */
static void take(const char **at, const char *end, char *out, size_t room)
{
    size_t size = (size_t)(end - *at), length = 0;
    const char *tab = size ? memchr(*at, '\t', size) : NULL;
    if (tab)
        size = (size_t)(tab - *at);
    length = size < room ? size : room - 1;
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += size + (tab != NULL);
}

static unsigned take_number(const char **at, const char *end)
{
    char text[16];
    take(at, end, text, sizeof text);
    return (unsigned)strtoul(text, NULL, 10);
}

static void read_line(const char *at, const char *end, struct cld_site_text *out)
{
    take(&at, end, out->file, sizeof out->file);
    out->line = take_number(&at, end);
    out->column = take_number(&at, end);
    take(&at, end, out->use, sizeof out->use);
    take(&at, end, out->function, sizeof out->function);
    take(&at, end, out->macro, sizeof out->macro);
    take(&at, end, out->text, sizeof out->text);
    take(&at, end, out->row, sizeof out->row);
}

bool cld_site_read(const void *sites, size_t size, unsigned number, struct cld_site_text *out)
{
    const char *at = sites, *end = at ? at + size : NULL;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at)), *line_end = newline ? newline : end;
        if (take_number(&at, line_end) == number) {
            read_line(at, line_end, out);
            return true;
        }
        at = newline ? newline + 1 : end;
    }
    return false;
}
