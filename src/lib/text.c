#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct cld_text *text, size_t more)
{
    const size_t needed = text->length + more + 1;
    if (text->bad || needed <= more)
        text->bad = true;
    else if (needed > text->capacity) {
        const size_t capacity = needed > 2 * text->capacity ? needed : 2 * text->capacity;
        char *bytes = realloc(text->bytes, capacity);
        if (bytes) {
            text->bytes = bytes;
            text->capacity = capacity;
        } else {
            text->bad = true;
        }
    }
    return !text->bad;
}

void cld_text_add(struct cld_text *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

static int measure(const char *format, va_list args)
{
    return vsnprintf(NULL, 0, format, args);
}

void cld_text_format(struct cld_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = measure(format, args);
    va_end(args);
    if (length < 0 || !reserve(text, (size_t)length)) {
        text->bad = true;
        return;
    }
    va_start(args, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, args);
    va_end(args);
    text->length += (size_t)length;
}

const char *cld_text_get(const struct cld_text *text)
{
    return text->bytes ? text->bytes : "";
}

void cld_text_clear(struct cld_text *text)
{
    free(text->bytes);
    *text = (struct cld_text){0};
}
