#include "model/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 65536

struct chunk {
    struct chunk *next;
    size_t used, size;
    _Alignas(max_align_t) char bytes[];
};

struct cld_arena {
    struct chunk *chunks;
};

static void *checked(void *memory)
{
    if (!memory) {
        fputs("cldoctor: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

void *cld_xcalloc(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *cld_xgrow(void *array, size_t count, size_t element)
{
    /* The capacity follows from the count: the next power of two, from 8 on. */
    if (count != 0 && (count < 8 || (count & (count - 1)) != 0))
        return array;
    size_t capacity = count < 8 ? 8 : count * 2;
    if (capacity > SIZE_MAX / element)
        checked(NULL);
    return checked(realloc(array, capacity * element));
}

char *cld_xstrdup(const char *text)
{
    return checked(strdup(text));
}

char *cld_xprintf(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    return checked(n < 0 ? NULL : text);
}

struct cld_arena *cld_arena_new(void)
{
    return cld_xcalloc(1, sizeof(struct cld_arena));
}

void cld_arena_free(struct cld_arena *arena)
{
    if (!arena)
        return;
    for (struct chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

void *cld_arena_alloc(struct cld_arena *arena, size_t size)
{
    struct chunk *chunk = arena->chunks;
    if (size > SIZE_MAX - CHUNK)
        checked(NULL);
    size = (size + _Alignof(max_align_t) - 1) & ~(_Alignof(max_align_t) - 1);
    if (!chunk || chunk->size - chunk->used < size) {
        size_t room = size > CHUNK ? size : CHUNK;
        chunk = checked(calloc(1, sizeof(*chunk) + room));
        chunk->size = room;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    void *memory = chunk->bytes + chunk->used;
    chunk->used += size;
    return memory;
}

char *cld_arena_strdup(struct cld_arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(cld_arena_alloc(arena, size), text, size);
}

char *cld_arena_printf(struct cld_arena *arena, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    checked(n < 0 ? NULL : text);
    char *copy = cld_arena_strdup(arena, text);
    free(text);
    return copy;
}
