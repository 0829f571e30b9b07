#include "report/out.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"

static const char *const codes[] = {
    [CLD_PLAIN] = "",         [CLD_BOLD] = "\033[1m",    [CLD_RED] = "\033[1;31m", [CLD_YELLOW] = "\033[1;33m",
    [CLD_CYAN] = "\033[1;36m", [CLD_GREEN] = "\033[1;32m", [CLD_BLUE] = "\033[1;34m",
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

/* Messages hold what programs and files gave: an escape sequence in a kernel's name must not reach the terminal. */
static void put(const struct cld_out *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        bool c1 = c == 0xc2 && i + 1 < length && (unsigned char)text[i + 1] < 0xa0;
        fputc(c == '\n' || c == '\t' ? ' ' : c < 0x20 || c == 0x7f || c1 ? '?' : c, out->file);
        i += c1;
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
