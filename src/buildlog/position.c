#include "buildlog/position.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The number that ends at `end`, after a colon; where that colon is, or NULL. */
static char *number_before(char *text, char *end, unsigned *out)
{
    char *at = end;
    while (at > text && isdigit((unsigned char)at[-1]))
        at--;
    if (at == end || at == text || at[-1] != ':' || end - at > 9)
        return NULL;
    *out = (unsigned)strtoul(at, NULL, 10);
    return at - 1;
}

/* "FILE", line 12 */
static bool edg_place(struct cld_diagnostic *d, char *text)
{
    char *line = text[0] == '"' ? strstr(text, "\", line ") : NULL;
    if (!line)
        return false;
    *line = '\0';
    d->file = text + 1;
    d->line = (unsigned)strtoul(line + strlen("\", line "), NULL, 10);
    return true;
}

void cld_position_before(struct cld_diagnostic *d, char *text, size_t size)
{
    while (size && strchr(": ;", text[size - 1]))
        size--;
    text[size] = '\0';
    if (edg_place(d, text))
        return;
    unsigned last, first;
    char *at = number_before(text, text + size, &last);
    char *before = at ? number_before(text, at, &first) : NULL;
    if (!at)
        return;
    d->line = before ? first : last;
    d->column = before ? last : 0;
    *(before ? before : at) = '\0';
    d->file = text;
}

static char *skip_number(char *at, unsigned *out)
{
    char *end = at;
    if (*at != ':' || !isdigit((unsigned char)at[1]))
        return NULL;
    *out = (unsigned)strtoul(at + 1, &end, 10);
    return end;
}

char *cld_position_after(struct cld_diagnostic *d, char *text)
{
    unsigned line, column;
    for (char *at = text; (at = strchr(at, ':')); at++) {
        char *end = at[1] == ' ' ? NULL : skip_number(at, &line);
        if (at[1] == ' ' || !*at)
            return text; /* the message has begun */
        end = end ? skip_number(end, &column) : NULL;
        char *message = end && strncmp(end, " <Spelling=", 11) == 0 ? strstr(end, ">: ") : end;
        if (!message || !(message = strstr(message, ": ")) || (*end != ':' && *end != ' '))
            continue;
        *at = '\0';
        d->file = text;
        d->line = line;
        d->column = column;
        return message + 2;
    }
    return text;
}
