#include "report/out.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"

static const char *const codes[] = {
    [CLD_PLAIN] = "",          [CLD_BOLD] = "\033[1m",
    [CLD_RED] = "\033[1;31m",  [CLD_YELLOW] = "\033[1;33m",
    [CLD_CYAN] = "\033[1;36m", [CLD_GREEN] = "\033[1;32m",
    [CLD_BLUE] = "\033[1;34m",
};

static void begin(const struct cld_out *out, enum cld_style style)
{
    if (out->color && style != CLD_PLAIN)
        fputs(codes[style], out->file);
}

static void end(const struct cld_out *out, enum cld_style style)
{
    if (out->color && style != CLD_PLAIN)
        fputs("\033[0m", out->file);
}

/* How many bytes the character at `text` has; 0: these bytes are no UTF-8. */
static size_t character(const unsigned char *text, size_t left)
{
    size_t length = text[0] < 0x80 ? 1 : text[0] < 0xc2 ? 0 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
    if (text[0] > 0xf4 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    /* Longer than need be, halves of UTF-16 pairs, and what is beyond Unicode. */
    if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] >= 0xa0) ||
        (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] >= 0x90))
        return 0;
    return length;
}

/*
 * Messages hold what programs and files gave: an escape sequence in a kernel's name must not reach the
 * terminal, nor a byte 0x9b, which begins one where the terminal is set to 8 bits.
 */
static void put(const struct cld_out *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const unsigned char *at = (const unsigned char *)text + i;
        size_t bytes = character(at, length - i);
        bool control = at[0] < 0x20 || at[0] == 0x7f || (bytes == 2 && at[0] == 0xc2 && at[1] < 0xa0);
        if (bytes == 0 || control)
            fputc(at[0] == '\n' || at[0] == '\t' ? ' ' : '?', out->file);
        else
            fwrite(at, 1, bytes, out->file);
        i += bytes ? bytes : 1;
    }
}

int cld_out_columns(const char *text)
{
    int columns = 0;
    for (; *text; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80;
    return columns;
}

void cld_out_styled(const struct cld_out *out, enum cld_style style, const char *text)
{
    if (!*text)
        return;
    begin(out, style);
    put(out, text, strlen(text));
    end(out, style);
}

void cld_out_printf(const struct cld_out *out, enum cld_style style, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0)
        return;
    cld_out_styled(out, style, text);
    free(text);
}

static int word_columns(const char *word, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)word[i] & 0xc0) != 0x80;
    return columns;
}

static void next_line(const struct cld_out *out, enum cld_style style, const char *gutter, int indent)
{
    end(out, style);
    fputc('\n', out->file);
    cld_out_styled(out, CLD_BLUE, gutter);
    fprintf(out->file, "%*s", indent, "");
    begin(out, style);
}

void cld_out_wrap(const struct cld_out *out, enum cld_style style, int column, const char *gutter, int indent,
                  const char *text)
{
    int start = cld_out_columns(gutter) + indent;
    bool first = true;
    begin(out, style);
    while (*(text += strspn(text, " \n\t"))) {
        size_t length = strcspn(text, " \n\t");
        int columns = word_columns(text, length);
        if (!first && column + 1 + columns > out->width) {
            next_line(out, style, gutter, indent);
            column = start;
        } else if (!first) {
            fputc(' ', out->file);
            column++;
        }
        put(out, text, length);
        column += columns;
        text += length;
        first = false;
    }
    end(out, style);
    fputc('\n', out->file);
}
