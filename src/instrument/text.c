#include "instrument/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *memory)
{
    if (!memory) {
        fputs("cldoctor-instrument: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

void *cld_grow(void *array, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 16;
    while (*room <= count)
        *room *= 2;
    return must(realloc(array, *room * size));
}

void cld_text_bytes(struct cld_text *t, const char *bytes, size_t size)
{
    t->data = cld_grow(t->data, &t->room, t->size + size, 1);
    memcpy(t->data + t->size, bytes, size);
    t->size += size;
    t->data[t->size] = '\0';
}

void cld_text_add(struct cld_text *t, const char *text)
{
    cld_text_bytes(t, text, strlen(text));
}

char *cld_copy(const char *text, size_t size)
{
    return must(strndup(text, size));
}

static char *print(const char *format, va_list args)
{
    char *text = NULL;
    return must(vasprintf(&text, format, args) < 0 ? NULL : text);
}

char *cld_printf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = print(format, args);
    va_end(args);
    return text;
}

void cld_text_format(struct cld_text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = print(format, args);
    va_end(args);
    cld_text_add(t, text);
    free(text);
}

void cld_text_wrap(struct cld_text *t, const char *before, const char *behind)
{
    struct cld_text whole = {0};
    cld_text_add(&whole, before);
    cld_text_bytes(&whole, cld_text_get(t), t->size);
    cld_text_add(&whole, behind);
    cld_text_free(t);
    *t = whole;
}

void cld_text_free(struct cld_text *t)
{
    free(t->data);
    *t = (struct cld_text){0};
}

const char *cld_text_get(const struct cld_text *t)
{
    return t->data ? t->data : "";
}

bool cld_begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}
